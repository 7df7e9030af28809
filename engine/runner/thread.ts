import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CheckDescription } from '../../harness/check.ts'
import { waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { errorIn } from '../machine/carried-error.ts'
import { troubleIn } from '../machine/machine-error.ts'
import type { RunResults } from '../report/write-report.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import { boundHeaps } from './bounded-heap.ts'
import { type EarlyEnd, watchEarlyEnd } from './early-end.ts'
import { pack, type ThreadInput, type ThreadMessage, type ThreadOrder } from './thread-protocol.ts'
import { watchLife } from './watch-life.ts'

type Hooks = {
  signal: AbortSignal
  onCollected: (total: number) => void
  onPerson?: (url: string) => void
  onWaiting?: (ids: string[]) => void
  onResult: (result: CheckResult, check: CheckDescription, facts: TargetFacts) => void
}

const program = new URL(`./run-thread${extname(import.meta.filename)}`, import.meta.url)

/**
 * Runs the checks of a target in a separate thread, so that this one can report the run even if that thread fails. If the machine cuts the
 * run short, returns the findings so far and the reason.
 */
export const runInThread = async (
  settings: RunSettings,
  evidenceFile: string | undefined,
  hooks: Hooks,
  silentMs: number = waits.silentProcess.ms,
): Promise<RunResults> => {
  const ending = watchEarlyEnd(hooks.signal)
  const thread = start({ settings: pack(settings), evidenceFile })
  const { run, errors, over, giveUp, fallSilent } = follow(thread, hooks, ending)
  const life = watchLife(silentMs, fallSilent)
  thread.on('message', life.heard)
  const interrupt = () => {
    thread.postMessage('interrupt' satisfies ThreadOrder)
    giveUp()
  }
  try {
    ending.signal.addEventListener('abort', interrupt)
    if (ending.signal.aborted) interrupt()
    await Promise.race([over, ending.uncaught])
    run.interrupted = ending.signal.aborted || run.ended !== undefined
    if (ending.trouble() !== undefined) throw ending.trouble()
    // An error while a run ends does not concern the run.
    const [error] = run.interrupted ? [] : errors
    if (error !== undefined) throw error
    return run
  } catch (error) {
    return cutShort(ending.trouble() ?? error, run)
  } finally {
    life.stop()
    ending.close()
    await endsWithin(waits.closing.ms, thread.terminate())
  }
}

const silence =
  'the thread of the run gave no sign of life. This is a fault of the harness; please report it with this text, and continue with --resume.'

const start = (workerData: ThreadInput): Worker => {
  // The thread produces much garbage: without a bound, its heap would grow by hundreds of MB without being faster.
  boundHeaps()
  const thread = new Worker(program, { workerData, stdout: true, stderr: true })
  // Keeps the output of libraries out of the output of a command.
  thread.stdout.resume()
  thread.stderr.resume()
  return thread
}

/** Returns the findings of a run that the machine cut short. Rethrows any other error, and any error before the first check. */
const cutShort = (error: unknown, run: RunResults): RunResults => {
  const trouble = troubleIn(error)
  if (trouble === undefined || error instanceof UsageError) throw error
  return { ...run, interrupted: true, trouble }
}

/** Collects the messages of a thread, and passes them on. `over` resolves when the thread is done, and rejects if it exits before that. */
const follow = (thread: Worker, hooks: Hooks, ending: EarlyEnd) => {
  const run: RunResults = { results: [], interrupted: false }
  const errors: Error[] = []
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  // If a thread does not end, its messages so far are used.
  const giveUp = () => void setTimeout(resolve, waits.ending.ms).unref()
  const onResult = (result: CheckResult) => {
    const { facts, checks } = run
    const check = checks?.find(({ id }) => id === result.id)
    run.results.push(result)
    try {
      if (facts && check) hooks.onResult(result, check, facts)
    } catch (error) {
      ending.endEarly(error)
    }
  }
  const fallSilent = () => {
    run.ended ??= silence
    resolve()
  }
  const onMessage = (message: ThreadMessage): void => {
    if (message.kind === 'result') onResult(message.result)
    else if (message.kind === 'person') hooks.onPerson?.(message.url)
    else if (message.kind === 'waiting') hooks.onWaiting?.(message.ids)
    else if (message.kind === 'trouble') ending.endEarly(errorIn(message.error))
    else if (message.kind === 'error') errors.push(errorIn(message.error))
    else if (message.kind === 'done') resolve()
    else if (message.kind === 'ended') {
      run.ended ??= message.reason
      giveUp()
    } else if (message.kind === 'opened') {
      run.facts = message.facts
      run.checks = message.checks
      hooks.onCollected(message.total)
    }
  }
  thread.on('message', onMessage)
  thread.on('error', reject)
  thread.on('exit', code => reject(new Error(`the thread of the run ended before the run: ${code}`)))
  return { run, errors, over, giveUp, fallSilent }
}
