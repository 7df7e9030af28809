import fc from 'fast-check'
import { openEvidence } from '../engine/evidence.ts'
import { perform } from '../engine/perform.ts'
import { openSession } from '../engine/session.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import type { JsonObject } from '../protocol/json.ts'
import { type Check, defineSuite } from '../suites/harness/clause.ts'
import { holds } from '../suites/harness/outcome.ts'
import { signedByTarget } from '../suites/harness/signed.ts'
import type { Stage } from '../suites/harness/stage.ts'

/** At thorough depth a property has ten times its runs, and time for them. */
const factor = 10

/** One case: an order that differs, signed, checked out, its answer against the schema. */
export const checkoutCase = async (stage: Stage, units: number): Promise<void> => {
  const amount = stage.money.amount(units)
  await stage.checkout(stage.merchant.signs(stage.merchant.order({ amount }))).accepts('checkout-response')
}

/** One full case: a transfer, its answer against the schema, the proof's signature, and what the proof says. */
export const transferCase = async (stage: Stage): Promise<void> => {
  const to = { ocid: stage.session.accounts.purse1 ?? 0 }
  const { proof, signature } = await stage
    .transfer({ from: stage.partner, to })
    .accepts<{ proof: JsonObject; signature: string }>('signed-proof')
  signedByTarget(stage, 'the proof of a transfer', { payload: proof, signature })
  const seen = { expected: 'as requested', actual: proof }
  holds(proof.issuer === stage.ocid, 'the issuer is another', seen)
  holds(proof.currency === stage.money.currency, 'the currency is another', seen)
  holds(proof.amount === stage.money.amount(1), 'the amount is another', seen)
  holds(typeof proof.txid === 'string', 'there is no txid', seen)
}

const propertyOf = (cases: number, name: string, run: (stage: Stage, units: number) => Promise<void>): Check => {
  const suite = defineSuite({ id: 'bench', roles: ['gateway'], operations: ['orders.checkout'] })
  suite.clause.property('CHECKOUT-01', name, {
    given: () => fc.integer({ min: 1, max: 500 }),
    runs: Math.ceil(cases / factor),
    holds: run,
  })
  return suite.checks[0] ?? unreachable()
}

const unreachable = (): never => {
  throw new Error('the suite has no check')
}

/** A session in which properties run as they do in a run, evidence in a file. */
export const openCases = async (settings: RunSettings, evidenceFile: string) => {
  const evidence = openEvidence(
    evidenceFile,
    Object.values(settings.identities).map(({ key }) => key.reveal()),
  )
  const open = await openSession({ ...settings, depth: 'thorough' }, evidence, new AbortController().signal)
  const run = async (cases: number, concurrency: number, one: typeof checkoutCase): Promise<void> => {
    const checks = Array.from({ length: concurrency }, (_, at) => propertyOf(cases / concurrency, `lane ${at}`, one))
    const results = await Promise.all(checks.map(check => perform(open.session, check)))
    const stray = results.find(({ ending }) => ending !== 'held')
    if (stray) throw new Error(`a case did not hold: ${stray.message ?? stray.reason ?? stray.ending}`)
  }
  return { run, session: open.session, close: () => open.close().then(evidence.close) }
}
