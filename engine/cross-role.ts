import { join } from 'node:path'
import { createCheckContext } from '../harness/create-context.ts'
import { newTrace } from '../harness/trace.ts'
import { crossRoleChecks } from '../suites/cross-role/order-to-payment.ts'
import { openEvidence } from './evidence.ts'
import type { RunHooks } from './hooks.ts'
import { openRun, openSecondTarget } from './open-run.ts'
import { reportFiles } from './report/files.ts'
import { prepareFolder, writeReport } from './report/write-report.ts'
import { runChecks } from './runner/in-process.ts'
import { secretsOf } from './settings/secrets.ts'
import type { RunSettings } from './settings/settings.ts'
import { targetFactsOf } from './target-facts.ts'

/**
 * Certifies the flows between a gateway and a merchant that are registered with each other: the app creates orders at
 * the merchant and pays them at the gateway. The report is about the gateway, and about these flows alone.
 */
export const certifyTogether = async (gateway: RunSettings, merchant: RunSettings, { signal, ...hooks }: RunHooks) => {
  const started = new Date()
  await prepareFolder(gateway.reportDir)
  const settings = { ...gateway, only: ['FLOW-01'], repeatOnly: 'FLOW-01' }
  if (signal.aborted) return writeReport(settings, { results: [], interrupted: true, checks: [] }, started)
  const secrets = [gateway, merchant].flatMap(secretsOf)
  const evidence = openEvidence(join(gateway.reportDir, reportFiles.exchanges), secrets)
  const open = await openRun(merchant, evidence, signal)
  const second = await openSecondTarget(open, gateway, signal)
  const checks = crossRoleChecks(context => createCheckContext(second, context.check, { signal, trace: newTrace() }))
  hooks.onStart?.(checks.length)
  const results = await runChecks(open, checks, signal)
  await evidence.close()
  const facts = {
    ...targetFactsOf(open),
    role: 'gateway' as const,
    target: second.target,
    // Its orders are named by the run of the merchant.
    challenge: undefined,
    metadata: { status: second.metadata.status, text: second.metadata.text ?? '' },
  }
  return writeReport(settings, { facts, results, interrupted: signal.aborted, checks }, started)
}
