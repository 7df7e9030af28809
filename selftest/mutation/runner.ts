import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MutantCoverage } from '@stryker-mutator/api/core'
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner'
import type { CheckResult } from '../../engine/checks/run-check.ts'
import type { Fault, firstFault, TrialOptions } from './first-fault.ts'
import { freedom } from './freedom.ts'
import { observedIn } from './observed.ts'
import { type Certification, certifications, testId, trialsOf } from './tests.ts'

/** The state shared by the instrumented reference and the test runner. */
type Instruments = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: MutantCoverage
  hitCount?: number | undefined
  hitLimit?: number | undefined
}

const shared = globalThis as typeof globalThis & { __stryker__?: Instruments }
const instruments = (): Instruments => (shared.__stryker__ ??= {})

const isOfReference = (url: string): boolean => /\/reference\/.*\.ts$/.test(url)

/** Returns whether a module is of the reference, or imports it on behalf of `firstFault`. */
const isLoadedAnew = (url: string): boolean => isOfReference(url) || /\/engine\/target\/reference-[\w-]+\.ts$/.test(url)

/** Counts the loads of the reference, and tags the URLs of its modules. */
let loadCount = 0

/** Returns whether an error was caused by a reference of an earlier certification. */
const isLate = (error: unknown): boolean => {
  const [, load] = /\.ts\?(\d+)/.exec(error instanceof Error ? (error.stack ?? '') : '') ?? []
  return load !== undefined && Number(load) !== loadCount
}

/**
 * Reloads the reference and everything between it and `firstFault` for each certification, since mutants are active when a module defines
 * constants and functions. Throws if another module imports the reference, which would then load only once.
 */
const loadAnew = (): ((root: string) => Promise<typeof firstFault>) => {
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      if (!isLoadedAnew(found.url)) return found
      if (isOfReference(found.url) && !/\?\d+$/.test(context.parentURL ?? ''))
        throw new Error(`${context.parentURL} imports the reference, but is loaded only once`)
      return { ...found, url: `${found.url}?${loadCount}` }
    },
  })
  return async root => {
    loadCount += 1
    const { href } = pathToFileURL(resolve(root, 'selftest/mutation/first-fault.ts'))
    const module: { firstFault: typeof firstFault } = await import(`${href}?${loadCount}`)
    return module.firstFault
  }
}

/** The number of checks that run first. */
const mostLikelyChecks = 6

/** Remembers the checks that found faults in a file: they often find neighbouring faults. */
class Finders {
  readonly #counts = new Map<string, Map<string, number>>()

  likely(file: string): string[] {
    const counts = [...(this.#counts.get(file) ?? [])].sort(([, a], [, b]) => b - a)
    return counts.slice(0, mostLikelyChecks).map(([check]) => check)
  }

  note(file: string, { check }: Fault): void {
    if (check === undefined) return
    const counts = this.#counts.get(file) ?? new Map<string, number>()
    this.#counts.set(file, counts.set(check, (counts.get(check) ?? 0) + 1))
  }
}

/** The observations on the unchanged reference, by certification and check. */
type Observations = Record<string, Record<string, string>>

// The processes that try mutants share only their working folder.
const observationsFile = (): string => resolve('observations.json')

/** The id of a run whose coverage is discarded. */
const untrackedRun = 'again'

/** Certifies, in this process, the reference in the current folder: a copy with all mutants, one of them active. */
class ConformanceRunner implements TestRunner {
  readonly #load = loadAnew()
  readonly #finders = new Finders()
  #observations: Observations | undefined
  #crash: (fault: Fault) => void = () => {}

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    // An error that would crash a server ends its certification.
    const crashed = (error: unknown) => {
      if (!isLate(error)) this.#crash({ message: `crashed: ${error}` })
    }
    process.on('uncaughtException', crashed)
    process.on('unhandledRejection', crashed)
    // Modules that load only once must load without an active mutant, which could break them permanently.
    instruments().currentTestId = untrackedRun
    await this.#load(process.cwd())
  }

  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = []
    const observations: Observations = {}
    for (const certification of certifications) {
      const { walked, observed } = await this.#walk(certification)
      tests.push(...walked)
      observations[certification.id] = observed
    }
    writeFileSync(observationsFile(), JSON.stringify(observations))
    const { mutantCoverage } = instruments()
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage ? { mutantCoverage } : {}) }
  }

  /** Runs the checks one at a time, to learn the mutants that run in each, and its observations. */
  async #walk(certification: Certification): Promise<{ walked: TestResult[]; observed: Record<string, string> }> {
    const began: [id: string, at: number][] = []
    const results: CheckResult[] = []
    const enter = (check?: string) => {
      const id = testId(certification, check)
      instruments().currentTestId = id
      began.push([id, performance.now()])
    }
    enter()
    const onResult = (result: CheckResult) => void results.push(result)
    const fault = await this.#faultOf(certification, { beforeEach: enter, onResult })
    began.push(['', performance.now()])
    const walked = began.slice(0, -1).map(([id, at], i) => {
      const test = { id, name: id, timeSpentMs: (began[i + 1]?.[1] ?? at) - at }
      return fault !== undefined && id === testId(certification, fault.check)
        ? { ...test, status: TestStatus.Failed as const, failureMessage: fault.message }
        : { ...test, status: TestStatus.Success as const }
    })
    const observed = Object.fromEntries(results.map(result => [result.id, observedIn(result)]))
    return { walked, observed: await this.#steady(certification, observed) }
  }

  /** Returns the observations that a second run repeats. */
  async #steady(certification: Certification, observed: Record<string, string>): Promise<Record<string, string>> {
    instruments().currentTestId = untrackedRun
    const seen = new Set<string>()
    const onResult = (result: CheckResult) => {
      if (observedIn(result) === observed[result.id]) seen.add(result.id)
    }
    await this.#faultOf(certification, { onResult })
    delete instruments().mutantCoverage?.perTest[untrackedRun]
    return Object.fromEntries(Object.entries(observed).filter(([id]) => seen.has(id)))
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const trials = trialsOf(activeMutant.fileName, testFilter)
    for (const [at, { certification, ...among }] of trials.entries()) {
      Object.assign(instruments(), { activeMutant: activeMutant.id, hitCount: hitLimit && 0, hitLimit })
      const likely = this.#finders.likely(activeMutant.fileName)
      const observations = this.#observationsOf(certification)
      const found = await this.#faultOf(certification, { likely, observations, ...among })
      const fault = found && (await this.#confirmed(certification, found))
      if (fault === undefined) continue
      this.#finders.note(activeMutant.fileName, fault)
      const killed = { killedBy: [testId(certification, fault.check)], nrOfTests: at + 1 }
      return { status: MutantRunStatus.Killed, failureMessage: fault.message, ...killed }
    }
    return { status: MutantRunStatus.Survived, nrOfTests: trials.length }
  }

  /** Confirms a fault; a different choice counts only if it is observed twice. */
  async #confirmed(certification: Certification, fault: Fault): Promise<Fault | undefined> {
    const { choices } = fault
    if (choices === undefined) return fault
    const among = new Set(choices.map(({ check }) => check))
    const untrackedRun = await this.#faultOf(certification, {
      among,
      observations: this.#observationsOf(certification),
    })
    return choices.find(({ message }) => untrackedRun?.choices?.some(other => other.message === message))
  }

  #observationsOf({ id }: Certification): ReadonlyMap<string, string> {
    this.#observations ??= JSON.parse(readFileSync(observationsFile(), 'utf8')) as Observations
    return new Map(Object.entries(this.#observations[id] ?? {}))
  }

  async #faultOf(certification: Certification, course: TrialOptions): Promise<Fault | undefined> {
    const { promise: crash, resolve: crashed } = Promise.withResolvers<Fault>()
    this.#crash = crashed
    const found = this.#load(process.cwd())
      .then(run => run(certification, course))
      .catch(error => ({ message: `failed: ${error}` }))
    return Promise.race([found, crash])
  }
}

/** The plugins for Stryker: how a mutant is tried, and which are ignored. */
export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'conformance', ConformanceRunner),
  declareValuePlugin(PluginKind.Ignore, 'freedom', freedom),
]
