import { parentPort, workerData } from 'node:worker_threads'
import { isDeclared } from '../../harness/capabilities.ts'
import type { CheckDescription } from '../../harness/check.ts'
import { waits } from '../../harness/patience.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import { catalogOf, loadChecks } from '../../suites/catalog.ts'
import { atDepth } from '../checks/first-look.ts'
import { type EvidenceFile, openEvidence } from '../evidence/evidence.ts'
import { carried } from '../machine/carried-error.ts'
import { openRun } from '../open-run.ts'
import { secretsOf } from '../settings/keys/secrets.ts'
import type { RunSettings } from '../settings/settings.ts'
import { targetFactsOf } from '../target/target-facts.ts'
import { isTriedAgain } from '../unfinished/earlier-parts.ts'
import { runChecks } from './in-process.ts'
import { type ThreadInput, type ThreadMessage, type ThreadOrder, unpack } from './thread-protocol.ts'

/** The entry point of the thread that `thread.ts` starts: opens one run, carries it out, and reports it. */

const send = (message: ThreadMessage): void => parentPort?.postMessage(message)

const interruption = new AbortController()
parentPort?.on('message', (_order: ThreadOrder) => interruption.abort())

// A check may end with a request that nothing awaits: its rejection is not a fault of the engine.
const ofChecks = ['CheckFailure', 'Blocked', 'NotApplicable', 'AbortError', 'TimeoutError']
process.on('uncaughtException', (error: unknown) => {
  const { name } = Object(error)
  if (!ofChecks.includes(textOf(name))) send({ kind: 'error', error: carried(error) })
})

const carryOut = async (settings: RunSettings, evidence: EvidenceFile): Promise<void> => {
  const { signal } = interruption
  const open = await openRun(settings, evidence, signal, url => send({ kind: 'person', url }))
  const { ending } = open
  const sendEnd = () => ending.reason !== undefined && send({ kind: 'ended', reason: ending.reason })
  if (ending.signal.aborted) sendEnd()
  ending.signal.addEventListener('abort', sendEnd)
  const applies = ({ operations }: CheckDescription) => operations.every(operation => isDeclared(open, operation))
  const checks = catalogOf(open.run.role)
  const { tried, leftOut } = atDepth(settings, checks, applies)
  const remaining = settings.preflightOnly ? [] : tried.filter(check => isTriedAgain(settings.earlier, check))
  await runChecks(open, await loadChecks(remaining), signal, {
    hasBudget: settings.budgetMs !== undefined,
    onStart: total => send({ kind: 'opened', facts: { ...targetFactsOf(open), leftOut }, checks, total }),
    onResult: result => send({ kind: 'result', result }),
    onWaiting: ids => send({ kind: 'waiting', ids }),
  })
}

/** Records the evidence of a run. */
const runWithEvidence = async ({ settings: packed, evidenceFile }: ThreadInput): Promise<void> => {
  const settings = unpack(packed)
  const evidence = openEvidence(evidenceFile, secretsOf(settings), settings.earlier?.starts.length)
  void evidence.failed.then(error => send({ kind: 'trouble', error: carried(error) }))
  try {
    await carryOut(settings, evidence)
  } finally {
    await evidence.close()
  }
}

setInterval(() => send({ kind: 'alive' }), waits.standstillLook.ms).unref()
await runWithEvidence(workerData as ThreadInput).catch(error => send({ kind: 'error', error: carried(error) }))
send({ kind: 'done' })
