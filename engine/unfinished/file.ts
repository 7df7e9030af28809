import { appendFileSync, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, jsonIn, memberOf } from '../../protocol/json/json.ts'
import { registerVersion } from '../../protocol/requirements/index.ts'
import { nowMs } from '../../protocol/time.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { scanEvidence } from '../evidence/evidence.ts'
import { openToAppend } from '../machine/write-whole.ts'
import { reportFiles } from '../report/files.ts'
import type { RunHead } from '../report/one-run.ts'
import { readBytes } from '../settings/files.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import type { Outcome } from '../verdicts.ts'
import { version } from '../version.ts'
import { withValues } from '../with-values.ts'
import { type Plan, planOf, type Unfinished } from './plan.ts'
import { headBy } from './same-run.ts'
import { keepWholeLines } from './whole-lines.ts'

/** The file of an unfinished run, beside its evidence: for each part its plan, its target, and its results, one per line. */
export const unfinishedFile = 'unfinished.ndjson'

/** A part of a run, from its start or `--resume` to its end or interruption. */
type Part = { harness: string; register: string; started: string; plan: Plan }
type Line = { part: Part } | { head: RunHead } | { result: CheckResult; ms: number }

/** Stores a result; before the first one, also the known facts about the target. */
export type KeepResult = (result: CheckResult, facts: TargetFacts) => void

/**
 * Begins a part, and returns a function that stores its results. Each is on disk before the next check ends, so that a killed run can be
 * resumed, with its seed.
 */
export const openUnfinished = (settings: RunSettings, started: Date): KeepResult => {
  // Stays open for the life of the process, so replacing the file has no effect.
  const file = openToAppend(join(settings.reportDir, unfinishedFile))
  const write = (line: Line) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  const part = { harness: version, register: registerVersion, started: started.toISOString() }
  write({ part: { ...part, plan: planOf(settings) } })
  let hasHead = false
  return (result, facts) => {
    if (!hasHead) write({ head: headBy(settings, facts) })
    hasHead = true
    write({ result, ms: nowMs() - started.getTime() })
  }
}

/** Returns whether a folder has an unfinished run. */
export const hasUnfinished = (folder: string): boolean => existsSync(join(folder, unfinishedFile))

/** Deletes the file, since its run has ended or another one begins. */
export const removeUnfinished = (folder: string): Promise<void> => rm(join(folder, unfinishedFile), { force: true })

/** Reads the unfinished run in a folder. Throws UsageError if there is none, or if another version began it. */
export const readUnfinished = async (folder: string): Promise<Unfinished> => {
  const parts: { part: Part; ms: number }[] = []
  const results = new Map<string, CheckResult>()
  let head: RunHead | undefined
  for (const line of await readLines(folder)) {
    const latest = parts.at(-1)
    if ('part' in line) parts.push({ part: line.part, ms: 0 })
    else if ('head' in line) head ??= line.head
    else if (latest) {
      latest.ms = line.ms
      results.set(line.result.id, line.result)
    }
  }
  const [first] = parts
  if (!first) throw nothingIn(folder)
  if (parts.some(({ part }) => part.harness !== version || part.register !== registerVersion))
    throw new UsageError(
      `another version of this program began the run in ${folder}.`,
      'Leave out --resume to begin again.',
    )
  if (results.size > 0 && head === undefined) throw damaged(folder)
  const missing = await missingExchanges(folder, [...results.values()])
  const starts = parts.map(({ part }) => part.started)
  const seconds = parts.reduce((sum, { ms }) => sum + ms, 0) / 1_000
  return {
    plan: first.part.plan,
    earlier: {
      starts,
      seconds,
      // A check is tried again if the exchanges of its result are missing, as a killed process may leave them.
      results: [...results.values()].filter(({ exchanges }) => !exchanges.some(id => missing.has(id))),
      ...withValues({ head }),
    },
  }
}

/** Returns the ids of exchanges that results refer to but the evidence lacks. */
const missingExchanges = async (folder: string, results: readonly CheckResult[]): Promise<ReadonlySet<string>> => {
  const missing = new Set(results.flatMap(({ exchanges }) => exchanges))
  const file = join(folder, reportFiles.exchanges)
  if (missing.size === 0 || !existsSync(file)) return missing
  await keepWholeLines(file)
  await scanEvidence(file, ({ id }) => missing.delete(id))
  return missing
}

const nothingIn = (folder: string) =>
  new UsageError(
    `${folder} holds no run that was interrupted.`,
    'Leave out --resume, or name the folder of that run with --report.',
  )

const damaged = (folder: string) =>
  new UsageError(`${join(folder, unfinishedFile)} is damaged.`, 'Leave out --resume to begin again.')

/** Maximum size of a run's results, in bytes. */
const largest = 268_435_456

const readLines = async (folder: string): Promise<Line[]> => {
  const file = join(folder, unfinishedFile)
  await keepWholeLines(file)
  const bytes = await readBytes(file, { limit: largest }).catch(() => {
    throw nothingIn(folder)
  })
  const lines: unknown[] = bytes.toString().split('\n').slice(0, -1).map(jsonIn)
  if (lines.every(isLine)) return lines
  throw damaged(folder)
}

const outcomes: readonly unknown[] = ['pass', 'fail', 'blocked', 'not-applicable', 'not-selected'] satisfies Outcome[]

/** Returns whether a line was written by a run. Its other members are only shown. */
const isLine = (line: unknown): line is Line => {
  const [part, head, result] = ['part', 'head', 'result'].map(name => memberOf(line, name))
  // A part from another version is refused, with that reason.
  if (isObject(part) && (part.harness !== version || part.register !== registerVersion)) return true
  if (isObject(part))
    return isObject(part.plan) && typeof part.started === 'string' && !Number.isNaN(Date.parse(part.started))
  if (head !== undefined) return isObject(head)
  const { id, outcome, seconds, observations, exchanges } = isObject(result) ? result : {}
  return (
    [id, ...(Array.isArray(exchanges) ? exchanges : [0])].every(text => typeof text === 'string') &&
    [memberOf(line, 'ms'), seconds].every(number => typeof number === 'number') &&
    outcomes.includes(outcome) &&
    Array.isArray(observations) &&
    observations.every(isObject)
  )
}
