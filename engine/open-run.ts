import { createAccountPool } from '../harness/actors/account-pool.ts'
import { createClock } from '../harness/clock.ts'
import type { Counterexample } from '../harness/counterexample.ts'
import type { Counterpart } from '../harness/counterpart.ts'
import type { Evidence } from '../harness/http/exchange.ts'
import type { HttpClient } from '../harness/http/http-client.ts'
import { createSeen } from '../harness/http/seen.ts'
import { isPayable, moneyOf } from '../harness/money.ts'
import { createPatience } from '../harness/notification-patience.ts'
import { redactIn, redactorOf } from '../harness/redaction.ts'
import type { Actor, RunContext } from '../harness/run-context.ts'
import { createTreasury } from '../harness/treasury.ts'
import { formsDrivers } from '../pages/forms-driver.ts'
import { type Profile, referenceProfile } from '../protocol/profile.ts'
import { generatePrivateKey } from '../protocol/signature/keys.ts'
import { nowMs } from '../protocol/time.ts'
import { type Challenge, drawChallenge } from './certificate/challenge.ts'
import { openCounterpart } from './counterpart.ts'
import { type Discovery, readDialect } from './discovery/discover.ts'
import { cutShort, type Ending, prepareEnding } from './ending.ts'
import { createInboundEvidence } from './evidence/inbound-evidence.ts'
import { createNames } from './fresh-names.ts'
import { openClient } from './open-client.ts'
import { openPageDrivers } from './page-drivers.ts'
import type { OnPerson } from './person/index.ts'
import { type PreflightReport, preflight } from './preflight/preflight.ts'
import { readTarget, type TargetReading } from './preflight/read-target.ts'
import type { RunSettings } from './settings/settings.ts'
import { hastenTimers } from './target/reference-timers.ts'
import { openTargetClock, type TargetClock } from './target/target-clock.ts'
import { targetFactsOf } from './target/target-facts.ts'
import { currenciesOf } from './target/target-metadata.ts'
import { checkSameProfile, withSameMetadata } from './unfinished/same-run.ts'
import { withValues } from './with-values.ts'

/** A run that is open: the context that all checks share, and the findings of the preflight. */
export type OpenRun = {
  run: RunContext
  preflight: PreflightReport
  /** How each choice of the profile was found; a choice without an entry is assumed. */
  shownBy: Readonly<Record<string, string>>
  /** A string in every name of the run, so that the target signs it. */
  challenge: Challenge
  /** The counterexample that the selected check retries. */
  counterexample?: Counterexample | undefined
  /** Speeds up the timers of the bundled reference until the returned function is called; absent: the target keeps its own time. */
  hasten?: () => () => void
  /** Ends the run before all checks have run. */
  ending: Ending
  /** Closes the counterpart and every connection. */
  close(): Promise<void>
}

/**
 * Starts the counterpart, reads the target and runs the preflight. Throws UsageError if the role of the target is
 * unknown. `onPerson`: called with the address of the page that lists the tasks of a person, when the first task arrives.
 */
export const openRun = async (
  settings: RunSettings,
  evidence: Evidence,
  interruption: AbortSignal,
  onPerson?: OnPerson,
): Promise<OpenRun> => {
  const ending = prepareEnding(interruption, settings.patience.standstillMs)
  try {
    return await ofSameProfile(settings, await openWith(settings, { evidence, ending, onPerson }))
  } catch (error) {
    ending.stop()
    throw error
  }
}

/** Returns an open run if it has the same profile as the earlier parts. Otherwise closes it and throws UsageError. */
const ofSameProfile = async (settings: RunSettings, open: OpenRun): Promise<OpenRun> => {
  try {
    checkSameProfile(settings, targetFactsOf(open))
    return open
  } catch (error) {
    await open.close()
    throw error
  }
}

type Opening = { evidence: Evidence; ending: Ending; onPerson: OnPerson | undefined }

const openWith = async (settings: RunSettings, { evidence, ending, onPerson }: Opening): Promise<OpenRun> => {
  const { signal } = ending
  const http = openClient(settings, evidence, ending)
  const identities = actorsOf(settings)
  const target = withSameMetadata(settings, await readTarget(settings, http, signal))
  const challenge = drawChallenge(settings, target)
  const { profile, shownBy } = profileFor(settings, target)
  const { counterpart, startupError } = settings.hasConfig
    ? await openCounterpart(settings, { role: target.role, identities, profile })
    : {}
  const received = createInboundEvidence(evidence, counterpart?.baseUrl ?? 'http://localhost')
  const pageDrivers = openPageDrivers(settings, { role: target.role, counterpart, onPerson })
  const targetClock = openTargetClock(http, settings)
  const names = createNames(challenge.value)
  const run = runContextOf(settings, {
    http,
    target,
    fresh: names.usual,
    mark: names.mark,
    profile,
    counterpart,
    identities,
    ...{ received, ending, drivers: pageDrivers.drivers },
    ...withValues({ keepPicture: evidence.picture, targetClock }),
  })
  const found = await preflight(run, { target, targetClock, startupError, settings, signal, plainNames: names.plain })
  const report = redactIn(cutShort(found, ending), redactorOf(Object.values(run.pages.secrets)))
  return {
    run: {
      ...run,
      ...foundIn(report, identities),
      profile: report.discovery?.profile ?? profile,
      fresh: report.takesPlainNames ? names.plain : names.usual,
    },
    preflight: report,
    shownBy: report.discovery?.shownBy ?? shownBy,
    challenge,
    counterexample: settings.counterexample,
    ...hastenedBy(settings),
    ending,
    close: async () => {
      // Requests that no check expected are evidence as well.
      for (const request of counterpart?.journal.all ?? []) received(request, true)
      await ending.close([pageDrivers, counterpart, http])
    },
  }
}

/** Returns the findings of the preflight for the checks. */
const foundIn = ({ obstacles, isOverdrawnByUnit = false }: PreflightReport, identities: Record<string, Actor>) => ({
  obstacles,
  isOverdrawnByUnit,
  accountPool: poolOf(identities, obstacles.identities),
})

const hastenedBy = ({ referenceTimers }: RunSettings): Pick<OpenRun, 'hasten'> =>
  referenceTimers === undefined ? {} : { hasten: () => hastenTimers(referenceTimers) }

/** Opens the context of a second target, which shares the connections of the first and has neither counterpart nor preflight. */
export const openSecondTarget = async (
  { run, ending }: OpenRun,
  settings: RunSettings,
  signal: AbortSignal,
): Promise<RunContext> => {
  const { http, received } = run
  if (settings.target !== undefined) http.leads?.add(settings.target.baseUrl)
  const target = await readTarget(settings, http, signal)
  const { profile } = profileFor(settings, target)
  const identities = actorsOf(settings)
  const challenge = drawChallenge(settings, target)
  const { usual: fresh, mark } = createNames(challenge.value)
  const parts = { http, target, fresh, mark, profile, counterpart: undefined, identities, received, ending }
  return runContextOf(settings, parts)
}

/** Returns the operator's profile, or the reference profile with the choices that the target's metadata reveals. */
const profileFor = (settings: RunSettings, { metadata }: TargetReading): Pick<Discovery, 'profile' | 'shownBy'> => {
  if (settings.profile === 'auto') return readDialect(metadata.json)
  return { profile: settings.profile === 'reference' ? referenceProfile : settings.profile, shownBy: {} }
}

type Parts = {
  http: HttpClient
  target: TargetReading
  fresh: RunContext['fresh']
  mark: string
  profile: Profile
  counterpart: Counterpart | undefined
  identities: Record<string, Actor>
  received: RunContext['received']
  ending: Pick<Ending, 'end'>
  /** HTML forms, unless other drivers are open. */
  drivers?: RunContext['pages']['drivers']
  keepPicture?: (picture: Uint8Array) => string | undefined
  targetClock?: TargetClock
}

const runContextOf = (
  settings: RunSettings,
  { identities, target, drivers = formsDrivers, targetClock, ending, ...parts }: Parts,
): RunContext => {
  const [settled = 'USD'] = currenciesOf(target.metadata.json).filter(isPayable)
  const { currency = settled, secondCurrency } = settings
  const clock = createClock(nowMs, ending.end)
  clock.see(target.metadata)
  const money = moneyOf(currency, settings.amounts[currency])
  return {
    role: target.role,
    target: { ...target.address, ocid: settings.target?.ocid, environment: settings.environment },
    changesState: settings.environment !== 'production' || settings.yesChangeState,
    metadata: target.metadata,
    clock,
    seen: createSeen(target.role),
    ...withValues({ moveClock: targetClock?.move?.(clock) }),
    ...parts,
    identities,
    absent: settings.absent,
    accounts: settings.accounts,
    items: settings.items,
    money,
    treasury: createTreasury(settings.accounts.treasury, money),
    secondMoney: secondCurrency === undefined ? undefined : moneyOf(secondCurrency, settings.amounts[secondCurrency]),
    accountPool: poolOf(identities),
    depth: settings.depth,
    seed: settings.seed,
    callbackUrl: settings.counterpart.callbackUrl,
    pages: {
      checkout: settings.pages.checkout ?? {},
      consent: settings.pages.consent ?? {},
      secrets: settings.pageSecrets ?? {},
      drivers,
    },
    obstacles: { identities: {} },
    isOverdrawnByUnit: false,
    patience: createPatience(settings.patience.notificationMs),
  }
}

/**
 * Returns the pool of the purses, without those whose requests the target refuses. The first purse goes last, since the preflight has used
 * it: whether a target withholds an amount shows only in a new account.
 */
const poolOf = (identities: Record<string, Actor>, refused: Readonly<Record<string, string>> = {}) =>
  createAccountPool(
    Object.values(identities)
      .filter(({ id }) => /^purse\d$/.test(id) && refused[id] === undefined)
      .toReversed(),
  )

/**
 * Returns the identities of the settings, and merchant2 with the key that it publishes instead of the registered one.
 */
const actorsOf = (settings: RunSettings): Record<string, Actor> => {
  if (!settings.hasConfig) return {}
  const actors = Object.entries(settings.identities).map(([id, identity]) => [id, { id, ...identity }] as const)
  const { merchant2 } = settings.identities
  const published = merchant2
    ? { merchant2Published: { ...merchant2, id: 'merchant2Published', key: generatePrivateKey() } }
    : {}
  return { ...Object.fromEntries(actors), ...published }
}
