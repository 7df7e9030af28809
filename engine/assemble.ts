import { createHash } from 'node:crypto'
import type { Check } from '../harness/clause.ts'
import { isObject, type Json } from '../protocol/json.ts'
import type { Role } from '../protocol/operations.ts'
import {
  type Level,
  type RequirementId,
  registerVersion,
  requirements,
  requirementsOf,
} from '../protocol/requirements/index.ts'
import type {
  CheckOutcome,
  ClauseOutcome,
  Counts,
  NotTried,
  Observation,
  Report,
  Verdict,
} from '../schemas/messages.ts'
import { mostSevere } from '../schemas/verdicts.ts'
import { selftestFiguresOf } from '../suites/support/selftest-figures.ts'
import { configOf } from './preflight/read-target.ts'
import type { CheckResult } from './run-check.ts'
import { isPartial, selects } from './selection.ts'
import type { RunSettings } from './settings/settings.ts'
import type { TargetFacts } from './target-facts.ts'
import { exitCodeOf, runVerdict, type Tally, verdictOf } from './verdicts.ts'
import { version } from './version.ts'

/** Everything that a report is made of. */
export type RunOutcome = {
  settings: RunSettings
  facts: TargetFacts
  /** Every check of the role, whether selected or not. */
  checks: readonly Check[]
  results: readonly CheckResult[]
  started: Date
  interrupted: boolean
  evidence: { file: string; digest: string; requests: number }
}

/** The report of a run, and its exit code. Pure: the same outcome gives the same clauses and counts, byte for byte. */
export const assemble = (run: RunOutcome): { report: Report; exitCode: 0 | 1 | 2 | 3 } => {
  const { facts, settings } = run
  const ended = endings(run)
  const clauses = requirementsOf(facts.role).map(id =>
    clauseOutcome(id, ended, { role: facts.role, partial: isPartial(settings) }),
  )
  const tally: Tally = {
    clauses: clauses.map(({ level, verdict }) => ({ level, verdict })),
    partial: isPartial(settings),
    cutShort: run.interrupted || facts.preflight.stop !== undefined,
    tried: ended.some(
      one => one.check.operations.some(name => name !== 'metadata') && one.result?.outcome.match(/pass|fail/),
    ),
  }
  const verdict = runVerdict(tally)
  const exitCode = facts.preflight.stop ?? exitCodeOf(verdict, tally, settings.failOn)
  return {
    report: { ...head(run, verdict), counts: countsOf(clauses), clauses, ...body(run, ended) },
    exitCode,
  }
}

/** A check with what came of it; without a result it was not selected, or the run ended before it. */
type Ended = { check: Check; result?: CheckResult; selected: boolean; isKnown: (id: string) => boolean; why: string }

const endings = ({ checks, results, settings, facts, interrupted }: RunOutcome): Ended[] => {
  const byId = new Map(results.map(result => [result.id, result]))
  const known = new Set(settings.knownFailing)
  const why = interrupted ? 'the run was interrupted before it' : stopReason(facts)
  return checks.map(check => {
    const result = byId.get(check.id)
    return {
      check,
      selected: selects(settings, check),
      isKnown: id => known.has(id) || known.has(check.id),
      why,
      ...(result ? { result } : {}),
    }
  })
}

const stopReason = ({ preflight }: TargetFacts) =>
  preflight.findings.find(one => one.severity === 'error')?.message ?? 'the run ended before it'

const verdictAt = ({ result, selected, isKnown }: Ended, level: Level, clause: string): Verdict => {
  if (!selected) return 'not-selected'
  return result ? verdictOf(result.outcome, level, isKnown(clause)) : 'blocked'
}

const reasonOf = ({ result, selected, why }: Ended): string | undefined => {
  if (!selected) return 'not selected'
  return result ? result.reason : why
}

type Scope = { role: Role; partial: boolean }

const clauseOutcome = (id: RequirementId, ended: readonly Ended[], { role, partial }: Scope): ClauseOutcome => {
  const { level, text, roles, notObservable } = requirements[id]
  const deciding = ended.filter(one => one.check.clauses.includes(id))
  const verdicts = deciding.map(one => verdictAt(one, level, id))
  const undecided = partial ? 'not-selected' : notObservable ? 'not-applicable' : 'blocked'
  const verdict = deciding.length > 0 ? mostSevere(verdicts) : undecided
  const reason =
    verdict === 'not-applicable' && notObservable ? notObservable.reason : whyNot(deciding, verdicts, verdict)
  return {
    id,
    level,
    verdict,
    checks: deciding.map(one => one.check.id),
    text,
    roles: [...roles],
    ...present({ reason, proven: selftestFiguresOf(role, id) }),
  }
}

/** The reasons of the checks that made a clause blocked or not applicable, each once. */
const whyNot = (deciding: readonly Ended[], verdicts: readonly Verdict[], verdict: Verdict): string | undefined => {
  if (verdict !== 'blocked' && verdict !== 'not-applicable') return undefined
  if (deciding.length === 0) return 'no check decides it'
  const reasons = deciding.filter((_, i) => verdicts[i] === verdict).map(one => stable(reasonOf(one) ?? ''))
  return [...new Set(reasons.filter(reason => reason !== ''))].sort().join('; ') || undefined
}

/** Clauses of two runs with the same outcome are equal: names made up for one run are left out of their reasons. */
const stable = (reason: string) => reason.replace(/\b([a-z]+)-[0-9a-f]{12}-\d+\b/g, '$1')

const countsOf = (clauses: readonly ClauseOutcome[]): Report['counts'] => {
  const count = (level: Level): Counts => {
    const counts: Counts = { pass: 0, fail: 0, blocked: 0 }
    for (const { verdict } of clauses.filter(clause => clause.level === level))
      counts[verdict] = (counts[verdict] ?? 0) + 1
    return counts
  }
  return { must: count('must'), should: count('should'), open: count('open') }
}

const head = (
  { facts, settings, started, interrupted, evidence }: RunOutcome,
  verdict: Report['verdict'],
): Pick<Report, 'version' | 'verdict' | 'target' | 'profile' | 'run'> => ({
  version: 1,
  verdict,
  target: targetOf(facts),
  profile: profileOf(facts, settings),
  run: {
    harness: version,
    register: registerVersion,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    seconds: Math.round(Date.now() - started.getTime()) / 1000,
    seed: settings.seed,
    depth: settings.depth,
    requests: evidence.requests,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    ...(interrupted ? { interrupted } : {}),
    ...(isPartial(settings) ? { selection: { only: settings.only, skip: settings.skip } } : {}),
    ...(settings.shard ? { shard: `${settings.shard.index}/${settings.shard.of}` } : {}),
    ...(settings.knownFailing.length > 0 ? { knownFailing: settings.knownFailing } : {}),
  },
})

const targetOf = ({ role, target, metadata }: TargetFacts): Report['target'] => {
  const json = parsed(metadata.text)
  const name = isObject(json) ? json.name : undefined
  const publicKey = isObject(json) ? (configOf({ json }) as { publicKey?: unknown }).publicKey : undefined
  return {
    role,
    baseUrl: target.baseUrl,
    ...(target.ocid === undefined ? {} : { ocid: target.ocid }),
    ...(typeof name === 'string' ? { name: name.slice(0, 200) } : {}),
    ...(typeof publicKey === 'string' ? { publicKey: publicKey.slice(0, 200) } : {}),
    ...(metadata.status === 0 ? {} : { metadataDigest: createHash('sha256').update(metadata.text).digest('hex') }),
    environment: target.environment,
  }
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const profileOf = ({ profile, shownBy }: TargetFacts, settings: RunSettings): Report['profile'] => {
  const assumed = typeof settings.profile === 'object' ? 'the profile that was given' : 'the reference profile'
  return Object.fromEntries(
    Object.entries(profile).map(([choice, value]) => [
      choice,
      {
        value: JSON.parse(JSON.stringify(value)) as Json,
        shownBy: shownBy[choice] ?? assumed,
      },
    ]),
  )
}

const body = (
  run: RunOutcome,
  ended: readonly Ended[],
): Pick<Report, 'checks' | 'observations' | 'preflight' | 'notTried' | 'evidence'> => ({
  checks: ended.map(one => checkOutcome(one, run)),
  observations: ended.flatMap(observed),
  preflight: run.facts.preflight.findings,
  notTried: notTried(ended),
  evidence: { file: run.evidence.file, digest: run.evidence.digest },
})

const observed = ({ check, result }: Ended): Observation[] =>
  (result?.observations ?? []).flatMap(({ value, note }) =>
    check.clauses.map(clause => ({ clause, value, check: check.id, ...(note === undefined ? {} : { note }) })),
  )

const checkOutcome = (one: Ended, { settings }: RunOutcome): CheckOutcome => {
  const { check, result } = one
  const verdicts = check.clauses.map(id => verdictAt(one, requirements[id].level, id))
  const reason = reasonOf(one)
  const { message, expected, actual, counterexample, seconds, exchanges } = result ?? {}
  const level = (['must', 'should', 'open'] as const).find(name =>
    check.clauses.some(id => requirements[id].level === name),
  )
  return {
    id: check.id,
    title: check.title,
    clauses: [...check.clauses],
    verdict: mostSevere(verdicts),
    ...(level ? { level } : {}),
    ...present({
      seconds,
      reason,
      expected,
      actual,
      message,
      counterexample,
      exchanges,
      operation: check.operations[0],
    }),
    observations: observed(one),
    reproduce: reproduce(check, settings),
  }
}

const present = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The command that runs this check again, with the same values; the config is found where it was. */
const reproduce = (check: Check, { target, seed, depth }: RunSettings): string => {
  const what = target ? target.baseUrl : '--reference'
  return `oc-conformance run ${what} --only ${check.id} --seed ${seed} --depth ${depth}`
}

const notTried = (ended: readonly Ended[]): NotTried[] =>
  ended.flatMap(one => {
    const verdicts = one.check.clauses.map(id => verdictAt(one, requirements[id].level, id))
    const reason = reasonOf(one)
    const isTried = !verdicts.some(verdict => ['blocked', 'not-applicable', 'not-selected'].includes(verdict))
    return isTried
      ? []
      : [{ what: one.check.id, reason: reason ?? 'no reason was given', clauses: [...one.check.clauses] }]
  })
