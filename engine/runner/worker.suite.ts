import { afterAll, inject, test } from 'vitest'
import { isDeclared } from '../../harness/capabilities.ts'
import type { Check } from '../../harness/clause.ts'
import { loadChecksOf } from '../../suites/load-checks.ts'
import { atDepth } from '../checks/first-look.ts'
import { openEvidence } from '../evidence/evidence.ts'
import { carried } from '../machine/carried-error.ts'
import { openRun } from '../open-run.ts'
import { secretsOf } from '../settings/keys/secrets.ts'
import { targetFactsOf } from '../target/target-facts.ts'
import { isTriedAgain } from '../unfinished/earlier-parts.ts'
import { createPhases, type Phases } from './phases.ts'
import { unpack, type WorkerInput, type WorkerMessage, type WorkerOrder } from './worker-protocol.ts'

/**
 * The one file that Vitest loads. It opens the run while Vitest collects tests, and registers each selected check as a
 * test. Results travel in `task.meta`, so that Vitest's three states never decide a verdict.
 */
const register = async ({ settings: packed, evidenceFile, channel }: WorkerInput): Promise<void> => {
  const settings = unpack(packed)
  const evidence = openEvidence(evidenceFile, secretsOf(settings), settings.earlier?.starts.length)
  void evidence.failed.then(error => tell(channel, { trouble: carried(error) }))
  try {
    const open = await openRun(settings, evidence, interruptionBy(channel), personUrl => tell(channel, { personUrl }))
    const { ending } = open
    const tellEnd = () => ending.reason !== undefined && tell(channel, { ended: ending.reason })
    if (ending.signal.aborted) tellEnd()
    ending.signal.addEventListener('abort', tellEnd)
    // Static meta is there as soon as the test is collected: an interrupted run still knows its target.
    const applies = ({ operations }: Check) => operations.every(operation => isDeclared(open, operation))
    const all = await loadChecksOf(open.run.role)
    const { tried, leftOut } = atDepth(settings, all, applies)
    const checks = all.map(({ run: _run, ...description }) => description)
    test('preflight', { meta: { facts: { ...targetFactsOf(open), leftOut }, checks } }, () => undefined)
    const remaining = tried.filter(check => isTriedAgain(settings.earlier, check))
    const phases = createPhases(open, settings.preflightOnly ? [] : remaining, {
      hasBudget: settings.budgetMs !== undefined,
      onWaiting: waitsFor => tell(channel, { waitsFor }),
    })
    for (const check of phases.checks) registerCheck(phases, check)
    afterAll(async () => {
      await phases.end()
      await evidence.close()
      // What it waits for has limits of its own; a limit here would end the run as a fault of the harness.
    }, 0)
  } catch (error) {
    await evidence.close()
    registerStartupError(error)
  }
}

/** Returns a signal that aborts when the main thread says so. */
const interruptionBy = (name: string): AbortSignal => {
  const controller = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: { data: WorkerMessage | WorkerOrder }) => 'interrupt' in data && controller.abort()
  channel.unref()
  tell(name, { hears: true })
  return controller.signal
}

/** Tells the main thread something before the run has ended. */
const tell = (name: string, message: WorkerMessage): void => {
  const channel = new BroadcastChannel(name)
  channel.postMessage(message)
  channel.close()
}

const registerCheck = (phases: Phases, check: Check): void => {
  test(check.id, async ({ task, signal }) => {
    const result = await phases.run(check, signal)
    if (result) task.meta.result = result
  })
}

const registerStartupError = (error: unknown): void => {
  test('preflight', ({ task }) => {
    task.meta.startupError = carried(error)
  })
}

await register(inject('workerInput'))
