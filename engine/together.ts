import { join } from 'node:path'
import { createStage } from '../suites/harness/stage.ts'
import { togetherChecks } from '../suites/together.ts'
import { conduct, factsOf } from './conduct.ts'
import { openEvidence } from './evidence.ts'
import type { RunHooks } from './hooks.ts'
import { prepareFolder, publish, reportFiles } from './publish.ts'
import { besides, openSession } from './session.ts'
import type { RunSettings } from './settings/settings.ts'

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
  const open = await openSession(merchant, evidence, signal)
  const other = await besides(open, gateway, signal)
  const checks = togetherChecks(stage =>
    createStage(other, stage.check, { signal, trace: { observations: [], exchanges: [], undo: [] } }),
  )
  hooks.onStart?.(checks.length)
  const results = open.preflight.stop === undefined ? await conduct(open, checks, { signal }) : []
  await open.close()
  await evidence.close()
  const facts = {
    ...factsOf(open),
    role: 'gateway' as const,
    target: other.target,
    metadata: { status: other.metadata.status, text: other.metadata.text ?? '' },
  }
  const settings = { ...gateway, only: ['FLOW-01'] }
  return publish(settings, { facts, results, interrupted: signal.aborted, checks }, started)
}
