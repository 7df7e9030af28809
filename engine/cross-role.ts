import { join } from 'node:path'
import { createCheckContext } from '../harness/create-context.ts'
import { togetherChecks } from '../suites/cross-role/order-to-payment.ts'
import { openEvidence } from './evidence.ts'
import type { RunHooks } from './hooks.ts'
import { besides, openRun } from './open-run.ts'
import { runChecks, targetFactsOf } from './run-checks.ts'
import type { RunSettings } from './settings/settings.ts'
import { prepareFolder, publish, reportFiles } from './write-report.ts'

/**
 * Holds a gateway and a merchant, which are registered at each other, to the flows across them: the app creates orders at the
 * merchant and pays them at the gateway. The report is one of the gateway, of these flows alone.
 */
export const certifyTogether = async (gateway: RunSettings, merchant: RunSettings, { signal, ...hooks }: RunHooks) => {
  const started = new Date()
  await prepareFolder(gateway.reportDir)
  const secrets = [gateway, merchant].flatMap(({ identities }) =>
    Object.values(identities).map(one => one.key.reveal()),
  )
  const evidence = openEvidence(join(gateway.reportDir, reportFiles.exchanges), secrets)
  const open = await openRun(merchant, evidence, signal)
  const other = await besides(open, gateway, signal)
  const checks = togetherChecks(context =>
    createCheckContext(other, context.check, { signal, trace: { observations: [], exchanges: [], undo: [] } }),
  )
  hooks.onStart?.(checks.length)
  const results = open.preflight.stop === undefined ? await runChecks(open, checks, { signal }) : []
  await open.close()
  await evidence.close()
  const facts = {
    ...targetFactsOf(open),
    role: 'gateway' as const,
    target: other.target,
    metadata: { status: other.metadata.status, text: other.metadata.text ?? '' },
  }
  const settings = { ...gateway, only: ['FLOW-01'] }
  return publish(settings, { facts, results, interrupted: signal.aborted, checks }, started)
}
