import { plainCheck } from '../../harness/check.ts'
import type { CheckContext } from '../../harness/context.ts'
import { createCheckContext } from '../../harness/create-context.ts'
import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import type { Obstacles, RunContext } from '../../harness/run-context.ts'
import { newTrace } from '../../harness/trace.ts'
import type { Role } from '../../protocol/operations.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { type Discovery, discoverDialect } from '../discovery/discover.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { TargetClock } from '../target/target-clock.ts'
import { clockFinding } from './clock.ts'
import { counterpartFindings, unlessReached } from './counterpart.ts'
import { note, type PreflightResult, warning, working } from './finding.ts'
import { identityFindings } from './identities.ts'
import { issuerFindings } from './issuers.ts'
import { moneyFindings } from './money.ts'
import { orderFindings } from './orders.ts'
import { pageFindings } from './pages.ts'
import type { TargetReading } from './read-target.ts'
import { userFindings } from './users.ts'

/** The obstacles to a run, found before the first verdict: an invalid configuration is never a wrong implementation. */
export type PreflightReport = {
  findings: PreflightFinding[]
  obstacles: Obstacles
  /** 2: the configuration is invalid; 3: the target or the counterpart cannot be reached. Absent: the run continues. */
  stop?: 2 | 3
  /** Whether the run must use plain names. */
  takesPlainNames?: boolean
  /** Whether each purse paid one unit, and no second one, before anything was paid in. */
  isOverdrawnByUnit?: boolean
  /** The target's choices, if the run discovers them. */
  discovery?: Discovery
}

type Circumstances = {
  target: TargetReading
  /** The address that advances the target's time, if the config names one. */
  targetClock?: TargetClock | undefined
  /** Why the counterpart could not start. */
  startupError: string | undefined
  /** With the profile `auto`, discovers how the target signs requests. */
  settings: Pick<RunSettings, 'profile' | 'counterpart' | 'pages' | 'browser' | 'isPersonThere'>
  signal: AbortSignal
  /** Makes names of 16 letters and digits, for a target that refuses the usual ones. */
  plainNames: RunContext['fresh']
}

/** Checks that both sides reach each other, that all identities are registered, and that the clocks agree. */
export const preflight = async (
  run: RunContext,
  { target, targetClock, startupError, settings, signal, plainNames }: Circumstances,
): Promise<PreflightReport> => {
  const results: PreflightResult[] = [{ findings: target.findings, ...(target.stop ? { stop: target.stop } : {}) }]
  const goesOn = () => results.every(({ stop }) => stop === undefined)
  const add = async (look: () => PreflightResult | Promise<PreflightResult>) => {
    if (goesOn()) results.push(await look())
  }
  const obstacle = settingsObstacle(run)
  await add(() => ({ findings: [clockFinding(run.metadata)] }))
  await add(() => targetClock?.read(run.clock, signal) ?? { findings: [] })
  await add(() => obstacle ?? counterpartFindings(run, { startupError, settings: settings.counterpart, signal }))
  if (obstacle || !goesOn()) return joined(results)
  await add(() => pageFindings(run.role, settings))
  const trace = newTrace()
  const contextOf = (other: RunContext) => preflightContext(other, signal, trace)
  const discovery = settings.profile === 'auto' && run.changesState ? await discoverDialect(contextOf, run) : undefined
  if (discovery) {
    results.push(resultOf(discovery))
    // A target verifies metadata in the same way as it signs its own, which reveals its escapes.
    run.counterpart?.speak({ ...discovery.profile, canonicalEscapes: run.profile.canonicalEscapes })
    // The target may briefly cache documents that it could not verify before.
    if (discovery.profile.canonicalJson !== run.profile.canonicalJson) await pause(waits.issuerRereading.ms, signal)
  }
  const lookWith = (look: Look, changes: Partial<RunContext> = {}) =>
    look(contextOf({ ...run, profile: discovery?.profile ?? run.profile, ...changes }), results, discovery)
  for (const look of looks[run.role])
    await add(async () => {
      const result = await lookWith(look)
      return result.isRefusedByOwnRule ? orPlain(result, await lookWith(look, { fresh: plainNames })) : result
    })
  await Promise.all(trace.held.splice(0).map(held => held.close()))
  results.push({ findings: [working('pace', `Responses take ${Math.round(run.http.latencyMs)} ms.`)] })
  if (run.http.foldsHeaders) results.push({ findings: [foldNote] })
  return { ...joined(unlessReached(results, run.counterpart)), ...(discovery ? { discovery } : {}) }
}

/** Returns the second preflight, with plain names, if it has no refusal; else the first. */
const orPlain = (usual: PreflightResult, plain: PreflightResult): PreflightResult =>
  plain.isRefusedByOwnRule ? usual : { ...plain, findings: [plainNamesNote, ...plain.findings], takesPlainNames: true }

const foldNote = note(
  'headers',
  'The target folds a header of its responses over several lines, which RFC 9112, section 5.2, forbids: many clients refuse such a response. It was read with spaces instead.',
)

const plainNamesNote = note(
  'names',
  'A request with an id of 32 characters, or a reference of 30, is refused, and one with 16 letters and digits is not: the names of this run are like those.',
)

const resultOf = ({ findings, obstacle, textObstacle }: Discovery): PreflightResult => ({
  findings: [
    ...findings,
    ...[obstacle, textObstacle].filter(text => text !== undefined).map(text => warning('dialect', text)),
  ],
  obstacles: {
    ...(obstacle === undefined ? {} : { authentication: obstacle }),
    ...(textObstacle === undefined ? {} : { escapes: textObstacle }),
  },
})

type Look = (
  context: CheckContext,
  earlier: readonly PreflightResult[],
  discovery?: Discovery,
) => Promise<PreflightResult>

/** The parts of the preflight for each role, in order. */
const looks: Readonly<Record<Role, readonly Look[]>> = {
  gateway: [identityFindings, moneyFindings],
  merchant: [identityFindings, issuerFindings, orderFindings],
  kyc: [userFindings],
}

/** Creates a context for the preflight to send requests as a check does; its exchanges are filed under `preflight`. */
export const preflightContext = (run: RunContext, signal: AbortSignal, trace = newTrace()): CheckContext => {
  const check = {
    id: 'preflight',
    title: 'preflight',
    clauses: [],
    roles: [],
    operations: [],
    ...plainCheck,
    alone: true,
    run: async () => undefined,
  } as const
  return createCheckContext(run, check, { signal, trace })
}

/** Returns which settings are missing for the checks that need provisioning. */
const settingsObstacle = (run: RunContext): PreflightResult | undefined => {
  if (Object.keys(run.identities).length === 0)
    return notProvisioned(
      'Needs identities that the target knows: `oc-conformance init` writes a config and what to register at the target; then run with that config.',
    )
  if (run.target.ocid === undefined)
    return notProvisioned(
      "Needs the target's OCID, which its metadata does not carry: give --ocid, or target.ocid in the config.",
    )
  return undefined
}

const notProvisioned = (message: string): PreflightResult => ({
  findings: [warning('provisioning', message)],
  obstacles: { provisioning: message },
})

const joined = (results: readonly PreflightResult[]): PreflightReport => {
  const stop = results.find(result => result.stop !== undefined)?.stop
  return {
    findings: results.flatMap(({ findings }) => findings),
    obstacles: {
      ...Object.assign({}, ...results.map(({ obstacles }) => obstacles ?? {})),
      identities: Object.assign({}, ...results.map(({ obstacles }) => obstacles?.identities ?? {})),
    },
    ...(stop === undefined ? {} : { stop }),
    ...(results.some(({ takesPlainNames }) => takesPlainNames) ? { takesPlainNames: true } : {}),
    ...(results.some(({ isOverdrawnByUnit }) => isOverdrawnByUnit) ? { isOverdrawnByUnit: true } : {}),
  }
}
