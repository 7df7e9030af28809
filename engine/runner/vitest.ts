import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { InlineConfig } from 'vite'
import type { CliOptions, TestCase, TestModule, Vitest } from 'vitest/node'
import { concurrency } from '../open-run.ts'
import type { CheckResult } from '../run-check.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { Conducted } from '../write-report.ts'
import { pack } from './worker-protocol.ts'

type Hooks = { signal: AbortSignal; onCollected: (total: number) => void; onResult: (result: CheckResult) => void }

/** The package: the repository, or `dist` of an installed one. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Starts Vitest around the suites, in one worker thread with everything concurrent, untouched by any config of the user. */
export const conductInVitest = async (
  settings: RunSettings,
  evidenceFile: string | undefined,
  hooks: Hooks,
): Promise<Conducted> => {
  const vitest = await createEngine(settings, evidenceFile, hooks)
  const stop = () => void vitest.cancelCurrentRun('keyboard-input')
  hooks.signal.addEventListener('abort', stop)
  const exitCode = process.exitCode
  try {
    const { testModules, unhandledErrors } = await vitest.start()
    return conducted(testModules, unhandledErrors, hooks.signal.aborted)
  } finally {
    hooks.signal.removeEventListener('abort', stop)
    await vitest.close()
    // Vitest sets the exit code by its own states; the verdict decides here.
    process.exitCode = exitCode
  }
}

const createEngine = async (settings: RunSettings, evidenceFile: string | undefined, hooks: Hooks): Promise<Vitest> => {
  // The worker makes much garbage that dies young: without a bound V8 lets its nursery grow by 100 MB for no speed.
  setFlagsFromString('--max-semi-space-size=4')
  const { createVitest } = await import('vitest/node')
  const listeners = (['SIGINT', 'SIGTERM'] as const).map(name => [name, process.listeners(name)] as const)
  const vitest = await createVitest(optionsOf(settings, evidenceFile, hooks), viteOptions, {
    stdout: sink(),
    stderr: sink(),
  })
  // Vitest would end the process at a signal, before any report is written.
  for (const [name, before] of listeners)
    for (const listener of process.listeners(name))
      if (!before.includes(listener)) process.removeListener(name, listener)
  return vitest
}

const folder = join(root, 'engine', 'runner')

const optionsOf = (settings: RunSettings, evidenceFile: string | undefined, hooks: Hooks): CliOptions => ({
  config: false,
  root,
  dir: folder,
  include: [existsSync(join(folder, 'worker.suite.js')) ? '**/*.suite.js' : '**/*.suite.ts'],
  // By default node_modules is excluded, where an installed package lives.
  exclude: [],
  watch: false,
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  maxConcurrency: concurrency,
  sequence: { concurrent: true },
  testTimeout: 400_000,
  allowOnly: false,
  passWithNoTests: false,
  // Both would write into the package's folder.
  fsModuleCache: false,
  cache: false,
  // Suites are plain modules: nothing of Vite's transform is needed, and paths with a # work.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  reporters: [reporter(hooks)],
  provide: { workerInput: { settings: pack(settings), ...(evidenceFile === undefined ? {} : { evidenceFile }) } },
  api: false,
})

/** Nothing of the user's folder is read. */
const viteOptions: InlineConfig = {
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'silent',
  clearScreen: false,
  server: { watch: null },
}

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Tells of results as they come; whatever it threw would end the run, so it only passes on. */
const reporter = ({ onCollected, onResult }: Hooks) => ({
  onTestModuleCollected: (module: TestModule) => onCollected([...module.children.allTests()].length - 1),
  onTestCaseResult: (test: TestCase) => {
    const { result } = test.meta()
    if (result) onResult(result)
  },
})

const conducted = (modules: readonly TestModule[], unhandled: readonly unknown[], interrupted: boolean): Conducted => {
  const tests = modules.flatMap(module => [...module.children.allTests()])
  const startupError = tests.find(test => test.meta().startupError)?.meta().startupError
  if (startupError?.name === 'UsageError') throw new UsageError(startupError.message, startupError.remedy ?? '')
  const [fault] = [...modules.flatMap(module => module.errors()), ...unhandled].filter(error => !isOutcome(error))
  const facts = tests.find(test => test.meta().facts)?.meta().facts
  if (startupError) throw Object.assign(new Error(startupError.message), { stack: startupError.stack })
  if (!facts && !interrupted) throw new Error('the suites could not be loaded', { cause: fault })
  if (fault && !interrupted) throw new Error('the engine failed', { cause: fault })
  return { results: tests.flatMap(test => test.meta().result ?? []), interrupted, ...(facts ? { facts } : {}) }
}

/** A check that ended may leave a request behind whose answer nobody waits for: how that ends is no fault of the engine. */
const isOutcome = (error: unknown): boolean => {
  const { name } = error as { name?: unknown }
  return ['CheckFailure', 'Blocked', 'NotApplicable'].includes(String(name))
}
