import { join } from 'node:path'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { createCheckContext } from '../../harness/create-context.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { newTrace } from '../../harness/trace.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import { present } from '../../protocol/time.ts'
import { consentChecks } from '../../suites/cross-role/consent-for-gateway.ts'
import { crossRoleChecks } from '../../suites/cross-role/order-to-payment.ts'
import { openEvidence } from '../evidence/evidence.ts'
import type { RunHooks } from '../hooks.ts'
import { lockFolder } from '../machine/folder-lock.ts'
import { troubleIn } from '../machine/machine-error.ts'
import { checkNeeds } from '../machine/needs.ts'
import { openRun, openSecondTarget } from '../open-run.ts'
import type { Certified } from '../processes/messages.ts'
import { reportFiles } from '../report/files.ts'
import { partnerOf } from '../report/head.ts'
import { prepareFolder, writeReport } from '../report/write-report.ts'
import { withinBudget } from '../run.ts'
import { runChecks } from '../runner/in-process.ts'
import { secretsOf } from '../settings/keys/secrets.ts'
import type { RunSettings } from '../settings/settings.ts'
import { type TargetFacts, targetFactsOf } from '../target/target-facts.ts'
import { withTunnel } from '../tunnel/with-tunnel.ts'
import { withValues } from '../with-values.ts'

/** A gateway, and a merchant or a KYC provider, that are registered with each other. */
export type PairSettings = { gateway: RunSettings; partner: RunSettings; kind: PairKind }

/** The part of a pair other than its gateway. */
export type PairKind = 'merchant' | 'kyc'

/** The flow of a pair: its clause, its checks, and whether the report is about the gateway or its partner. */
type Flow = {
  clause: RequirementId
  checks: (gatewayFor: (partner: CheckContext) => CheckContext, gateway: RunContext) => Check[]
  about: 'gateway' | 'partner'
}

const flows: Readonly<Record<PairKind, Flow>> = {
  merchant: { clause: 'FLOW-01', checks: crossRoleChecks, about: 'gateway' },
  kyc: { clause: 'FLOW-04', checks: (_, gateway) => consentChecks(gateway), about: 'partner' },
}

/**
 * Certifies the flows between two targets that are registered with each other. With a merchant, the app creates orders there and pays them
 * at the gateway; the report is about the gateway. With a KYC provider, a user decides on a request of the gateway; the report is about the
 * provider. Either report covers only these flows.
 */
export const certifyTogether = async (pair: PairSettings, hooks: RunHooks): Promise<Certified> => {
  checkNeeds()
  // Only the partner has a counterpart.
  return withTunnel(pair.partner, hooks.signal, (partner, signal) =>
    certifyPair({ ...pair, partner }, { ...hooks, signal }),
  )
}

const certifyPair = async (pair: PairSettings, hooks: RunHooks) => {
  const unlock = await lockFolder(pair[flows[pair.kind].about].reportDir)
  try {
    return await certifyIn(pair, hooks)
  } finally {
    await unlock()
  }
}

/** Certifies in the folder of the report, which no other run uses. */
const certifyIn = async (pair: PairSettings, hooks: RunHooks): Promise<Certified> => {
  const { gateway, partner, kind } = pair
  const signal = withinBudget(pair[flows[kind].about], hooks.signal)
  const { clause, about, checks: checksOf } = flows[kind]
  const started = present()
  const settings = { ...pair[about], only: [clause], repeatOnly: clause }
  await prepareFolder(settings.reportDir)
  if (signal.aborted) return writeReport(settings, { results: [], interrupted: true, checks: [] }, started)
  const secrets = [gateway, partner].flatMap(secretsOf)
  const evidence = openEvidence(join(settings.reportDir, reportFiles.exchanges), secrets)
  const open = await openRun({ ...partner, reportDir: settings.reportDir }, evidence, signal, hooks.onPerson)
  const second = await openSecondTarget(open, gateway, signal)
  const gatewayFor = ({ check }: CheckContext) => createCheckContext(second, check, { signal, trace: newTrace() })
  const checks = checksOf(gatewayFor, second)
  hooks.onStart?.(checks.length)
  const results = await runChecks(open, checks, signal, withValues({ onWaiting: hooks.onWaiting }))
  const trouble = await evidence.close().then(
    () => undefined,
    (error: unknown) => troubleIn(error),
  )
  const ofPartner = targetFactsOf(open)
  const ofGateway = secondFacts(ofPartner, second)
  const [facts, other] = about === 'gateway' ? [ofGateway, ofPartner] : [ofPartner, ofGateway]
  return writeReport(
    settings,
    {
      facts,
      partner: partnerOf(other),
      results,
      interrupted: open.ending.signal.aborted || trouble !== undefined,
      ended: open.ending.reason,
      checks,
      ...withValues({ trouble }),
    },
    started,
  )
}

/** Returns the facts about the gateway, which has no separate preflight. */
const secondFacts = (first: TargetFacts, { target, metadata }: RunContext): TargetFacts => ({
  ...first,
  role: 'gateway',
  target,
  // The partner's run chooses the names of its orders.
  challenge: undefined,
  metadata: { status: metadata.status, text: metadata.text ?? '' },
})
