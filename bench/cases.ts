import fc from 'fast-check'
import { runCheck } from '../engine/checks/run-check.ts'
import { openEvidence } from '../engine/evidence/evidence.ts'
import { openRun } from '../engine/open-run.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { type Check, defineSuite } from '../harness/clause.ts'
import type { CheckContext } from '../harness/context.ts'
import { expectSignedByTarget } from '../harness/http/target-signature.ts'
import { expectThat } from '../harness/outcome.ts'
import { runFactors } from '../harness/property.ts'

/** One case: signs an order, checks it out and compares the response with the schema. */
export const checkoutCase = async (context: CheckContext, units: number): Promise<void> => {
  const amount = context.money.amount(units)
  await context.checkout(context.merchant.signs(context.merchant.order({ amount }))).expectAccepted('checkout-response')
}

/** One full case: transfers a unit, and checks the response, the signature of the proof and four members of it. */
export const transferCase = async (context: CheckContext): Promise<void> => {
  const to = { ocid: context.run.accounts.purse1 ?? 0 }
  const { proof, signature } = await context.transfer({ from: context.partner, to }).expectAccepted('signed-proof')
  expectSignedByTarget(context, 'the proof of a transfer', { payload: proof, signature })
  const seen = { expected: 'as requested', actual: proof }
  expectThat(proof.issuer === context.ocid, 'the issuer is wrong', seen)
  expectThat(proof.currency === context.money.currency, 'the currency is wrong', seen)
  expectThat(proof.amount === context.money.amount(1), 'the amount is wrong', seen)
  expectThat(typeof proof.txid === 'string', 'there is no txid', seen)
}

const propertyOf = (
  cases: number,
  name: string,
  run: (context: CheckContext, units: number) => Promise<void>,
): Check => {
  const suite = defineSuite({ id: 'bench', roles: ['gateway'], operations: ['orders.checkout'] })
  suite.clause.property('CHECKOUT-01', name, {
    arbitrary: () => fc.integer({ min: 1, max: 500 }),
    runs: cases / runFactors.thorough,
    test: run,
  })
  return suite.checks[0] ?? unreachable()
}

const unreachable = (): never => {
  throw new Error('the suite has no check')
}

/** Opens a run with ordinary properties, evidence in a file, and the time limit of thorough depth. */
export const openCases = async (settings: RunSettings, evidenceFile: string) => {
  const evidence = openEvidence(
    evidenceFile,
    Object.values(settings.identities).map(({ key }) => key.reveal()),
  )
  const open = await openRun({ ...settings, depth: 'thorough' }, evidence, new AbortController().signal)
  const runCases = async (cases: number, concurrency: number, run: typeof checkoutCase): Promise<void> => {
    const checks = Array.from({ length: concurrency }, (_, at) => propertyOf(cases / concurrency, `lane ${at}`, run))
    const results = await Promise.all(checks.map(check => runCheck(open.run, check)))
    const failed = results.find(({ outcome }) => outcome !== 'pass')
    if (failed) throw new Error(`a case failed: ${failed.message ?? failed.reason ?? failed.outcome}`)
  }
  return { runCases, run: open.run, close: () => open.close().then(evidence.close) }
}
