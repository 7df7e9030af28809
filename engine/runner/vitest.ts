import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { BroadcastChannel } from 'node:worker_threads'
import type { InlineConfig } from 'vite'
import type { CliOptions, TestCase, TestModule, Vitest } from 'vitest/node'
import type { CheckDescription } from '../../harness/check.ts'
import { waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { errorIn } from '../machine/carried-error.ts'
import { troubleIn } from '../machine/machine-error.ts'
import type { RunResults } from '../report/write-report.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { withValues } from '../with-values.ts'
import { boundHeaps } from './bounded-heap.ts'
import { withDataHome } from './data-home.ts'
import { type EarlyEnd, watchEarlyEnd } from './early-end.ts'
import { forgetVariables } from './forget-variables.ts'
import { pack, type WorkerMessage, type WorkerOrder } from './worker-protocol.ts'

type Hooks = {
  signal: AbortSignal
  onCollected: (total: number) => void
  onPerson?: (url: string) => void
  onWaiting?: (ids: string[]) => void
  onResult: (result: CheckResult, check: CheckDescription) => void
}

/** Where the worker keeps its evidence, and the name of the channel that its messages go through. */
type Files = { evidenceFile: string | undefined; channel: string }

/** The package: the repository, or `dist` of an installed one. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What a run has come to before it ends. */
type SoFar = Pick<RunResults, 'facts' | 'checks'> & { results: CheckResult[] }

/**
 * Runs the suites in Vitest: one worker thread, everything concurrent, and no config of the user. A run that the machine cuts short
 * has what it found until then, and the reason.
 */
export const runInVitest = async (
  settings: RunSettings,
  evidenceFile: string | undefined,
  hooks: Hooks,
): Promise<RunResults> => {
  const soFar: SoFar = { results: [] }
  const ending = watchEarlyEnd(hooks.signal)
  const { channel, ended } = listen(hooks, ending)
  const exitCode = process.exitCode
  const late = Promise.withResolvers<void>()
  const giveUp = () => setTimeout(() => late.resolve(), waits.ending.ms).unref()
  void ended.promise.then(giveUp)
  let vitest: Vitest | undefined
  const cancel = () => {
    channel.postMessage({ interrupt: true } satisfies WorkerOrder)
    void vitest?.cancelCurrentRun('keyboard-input')
    giveUp()
  }
  try {
    vitest = await createEngine(settings, { evidenceFile, channel: channel.name }, { hooks, soFar, ending })
    ending.signal.addEventListener('abort', cancel)
    const run = await Promise.race([vitest.start(), late.promise, ending.uncaught])
    // A worker that does not end leaves what was reported so far.
    const { testModules, unhandledErrors } = run ?? { testModules: vitest.state.getTestModules(), unhandledErrors: [] }
    const results = resultsOf(testModules, unhandledErrors, {
      interrupted: ending.signal.aborted,
      ended: ended.reason(),
    })
    return ending.trouble() === undefined ? results : cutShort(ending.trouble(), soFar)
  } catch (error) {
    return cutShort(ending.trouble() ?? error, soFar)
  } finally {
    ending.close()
    if (vitest) await endsWithin(waits.closing.ms, vitest.close())
    channel.close()
    // Vitest sets the exit code from its own states; here the verdict decides.
    process.exitCode = exitCode
  }
}

/** Returns what a run found before the machine cut it short. Throws any other error, and what was found wrong before the first check. */
const cutShort = (error: unknown, soFar: SoFar): RunResults => {
  const trouble = troubleIn(error)
  if (trouble === undefined || error instanceof UsageError) throw error
  return { ...soFar, interrupted: true, trouble }
}

/** Passes on what the worker tells while it runs. */
const listen = ({ onPerson, onWaiting }: Hooks, ending: EarlyEnd) => {
  const channel = new BroadcastChannel(randomUUID())
  const ended = Promise.withResolvers<void>()
  let reason: string | undefined
  channel.onmessage = event => {
    const { data } = event as { data: WorkerMessage }
    if ('personUrl' in data) onPerson?.(data.personUrl)
    else if ('waitsFor' in data) onWaiting?.(data.waitsFor)
    else if ('trouble' in data) ending.endEarly(errorIn(data.trouble))
    // What was said before it heard is said again.
    else if ('hears' in data) ending.signal.aborted && channel.postMessage({ interrupt: true } satisfies WorkerOrder)
    else {
      reason ??= data.ended
      ended.resolve()
    }
  }
  channel.unref()
  return { channel, ended: { promise: ended.promise, reason: () => reason } }
}

const createEngine = async (settings: RunSettings, files: Files, watching: Watching): Promise<Vitest> => {
  // The worker makes much garbage: without a bound V8 lets its heap grow by hundreds of MB for no speed.
  boundHeaps()
  forgetVariables()
  const { createVitest } = await import('vitest/node').catch(cannotLoad)
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(name => [name, process.listeners(name)] as const)
  const vitest = await withDataHome(() =>
    createVitest(optionsOf(watching), viteOptions, { stdout: silentStream(), stderr: silentStream() }),
  )
  // Its options must hold no keys: it prints them where a variable asks for it, such as DEBUG=*.
  const { evidenceFile, channel } = files
  vitest.provide('workerInput', { settings: pack(settings), channel, ...withValues({ evidenceFile }) })
  // Vitest's own listeners end the process at a signal, before any report is written.
  for (const [name, before] of listeners)
    for (const listener of process.listeners(name))
      if (!before.includes(listener)) process.removeListener(name, listener)
  return vitest
}

/** Vitest needs an addon: an option of Node may forbid it, or it was installed for another system. */
const cannotLoad = (error: unknown): never => {
  const [cause = ''] = textOf((error as Partial<Error>).message).split(/(?<=\.) |\n/)
  throw (
    troubleIn(error) ??
    new UsageError(
      `Vitest cannot be loaded: ${cause}`,
      'Leave out --no-addons, also of NODE_OPTIONS; otherwise install oc-conformance anew on this system.',
    )
  )
}

const folder = join(root, 'engine', 'runner')

const optionsOf = (watching: Watching): CliOptions => ({
  config: false,
  root,
  dir: folder,
  include: [existsSync(join(folder, 'worker.suite.js')) ? '**/*.suite.js' : '**/*.suite.ts'],
  // By default Vitest excludes node_modules, where an installed package lives.
  exclude: [],
  watch: false,
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  sequence: { concurrent: true },
  // Every test starts at once and waits for its phase; phases bound how many checks run, and checks how long.
  maxConcurrency: Number.MAX_SAFE_INTEGER,
  testTimeout: 0,
  allowOnly: false,
  passWithNoTests: false,
  // Both would write into the package's folder.
  fsModuleCache: false,
  cache: false,
  // Suites are plain modules: they need nothing of Vite's transform, and native import takes a path with a #.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  reporters: [createReporter(watching)],
  api: false,
})

/** Reads nothing in the user's folder. */
const viteOptions: InlineConfig = {
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'silent',
  clearScreen: false,
  server: { watch: null },
}

const silentStream = () => new Writable({ write: (_chunk, _encoding, done) => done() })

type Watching = { hooks: Hooks; soFar: SoFar; ending: EarlyEnd }

/** Keeps results, and passes them on as they come, each once. It must not throw: that would end the run. */
const createReporter = ({ hooks: { onCollected, onResult }, soFar, ending }: Watching) => {
  const unreported = new Map<string, CheckDescription>()
  return {
    onTestModuleCollected: (module: TestModule) => {
      const tests = [...module.children.allTests()]
      const { facts, checks = [] } = tests.find(test => test.meta().checks)?.meta() ?? {}
      Object.assign(soFar, withValues({ facts, checks }))
      for (const check of checks) unreported.set(check.id, check)
      // One of the tests is the preflight.
      onCollected(tests.length - 1)
    },
    onTestCaseResult: (test: TestCase) => {
      const { result } = test.meta()
      const check = unreported.get(result?.id ?? '')
      if (!result || !check) return
      unreported.delete(result.id)
      soFar.results.push(result)
      try {
        onResult(result, check)
      } catch (error) {
        ending.endEarly(error)
      }
    },
  }
}

type End = { interrupted: boolean; ended: string | undefined }

const resultsOf = (modules: readonly TestModule[], unhandled: readonly unknown[], end: End): RunResults => {
  const { ended } = end
  const interrupted = end.interrupted || ended !== undefined
  const tests = modules.flatMap(module => [...module.children.allTests()])
  const startupError = tests.find(test => test.meta().startupError)?.meta().startupError
  // What is seen of a target while the run is ended says nothing about it.
  if (startupError && interrupted) return { results: [], interrupted, ended }
  if (startupError) throw errorIn(startupError)
  const [fault] = [...modules.flatMap(module => module.errors()), ...unhandled].filter(error => !isOutcome(error))
  const { facts, checks } = tests.find(test => test.meta().facts)?.meta() ?? {}
  if (!facts && !interrupted) throw new Error('the suites could not be loaded', { cause: fault })
  if (fault && !interrupted) throw new Error('the engine failed', { cause: fault })
  return {
    results: tests.flatMap(test => test.meta().result ?? []),
    interrupted,
    ended,
    ...withValues({ facts, checks }),
  }
}

/**
 * An ended check may leave a request behind that nothing awaits any more: how that request ends is no fault of the
 * engine.
 */
const isOutcome = (error: unknown): boolean => {
  const { name } = error as { name?: unknown }
  return ['CheckFailure', 'Blocked', 'NotApplicable', 'AbortError', 'TimeoutError'].includes(textOf(name))
}
