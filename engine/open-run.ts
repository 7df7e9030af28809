import { randomBytes } from 'node:crypto'
import { createAccountPool } from '../harness/actors/account-pool.ts'
import type { Counterpart } from '../harness/counterpart.ts'
import type { Evidence } from '../harness/http/exchange.ts'
import { createHttpClient, type HttpClient, type HttpRequest } from '../harness/http/http-client.ts'
import { isPayable, moneyOf } from '../harness/money.ts'
import type { AccountPool, Actor, RunContext } from '../harness/run-context.ts'
import { startCounterpart } from '../mocks/counterpart.ts'
import type { CounterpartIdentity } from '../mocks/identities.ts'
import { joinPath } from '../protocol/base-url.ts'
import { generatePrivateKey } from '../protocol/keys.ts'
import type { Role } from '../protocol/operations.ts'
import { type Profile, referenceProfile } from '../protocol/profile.ts'
import { type Discovery, readDialect } from './discovery/discover.ts'
import { createInboundEvidence } from './inbound-evidence.ts'
import { type PreflightReport, preflight } from './preflight/preflight.ts'
import { readTarget, settledIn, type TargetReading } from './preflight/read-target.ts'
import { reasonOf } from './preflight/target-url.ts'
import { identityPlans } from './provisioning/identities.ts'
import type { RunSettings } from './settings/settings.ts'
import { version } from './version.ts'

/** A session that is open: what the checks share, and what the preflight found. */
export type OpenRun = {
  run: RunContext
  preflight: PreflightReport
  /** What shows each choice of the profile that the target itself showed. */
  shownBy: Readonly<Record<string, string>>
  /** Puts back what was moved and closes everything. */
  close(): Promise<void>
}

/** Requests at once, and connections to the target. */
export const concurrency = 32

/** Starts the counterpart, reads the target and preflights it. */
export const openRun = async (settings: RunSettings, evidence: Evidence, signal: AbortSignal): Promise<OpenRun> => {
  const http = createHttpClient({
    evidence,
    timeoutMs: settings.timeoutMs,
    concurrency,
    userAgent: `oc-conformance/${version}`,
    ...controlOf(settings),
    ...(settings.maxRps === undefined ? {} : { maxRps: settings.maxRps }),
  })
  const identities = actorsOf(settings)
  const target = await readTarget(settings, http, signal)
  const { profile, shownBy } = profileFor(settings, target)
  const { counterpart, trouble } = settings.hasConfig
    ? await openCounterpart(settings, { role: target.role, identities, profile })
    : {}
  const received = createInboundEvidence(evidence, counterpart?.baseUrl ?? 'http://localhost')
  const run = sessionOf(settings, { http, target, profile, counterpart, identities, received })
  const found = await preflight(run, { target, trouble, seek: settings.profile === 'auto', signal })
  return {
    run: {
      ...run,
      obstacles: found.obstacles,
      profile: found.discovery?.profile ?? profile,
    },
    preflight: found,
    shownBy: found.discovery?.shownBy ?? shownBy,
    close: async () => {
      // What nobody asked about is evidence, too: it came unasked.
      for (const request of counterpart?.journal.all ?? []) received(request)
      await counterpart?.close()
      await http.close()
    },
  }
}

/** Reading the metadata: what a target that is not overloaded answers at any time. */
const controlOf = ({ target }: RunSettings): { control?: HttpRequest } => {
  if (target === undefined) return {}
  const { origin, pathname } = new URL(joinPath(target.baseUrl, '/metadata.json'))
  return { control: { method: 'GET', origin, path: pathname, headers: [['accept', 'application/json']] } }
}

/** The session of a second target beside an open one: it shares the wire, and has neither counterpart nor preflight of its own. */
export const openSecondTarget = async (
  { run }: OpenRun,
  settings: RunSettings,
  signal: AbortSignal,
): Promise<RunContext> => {
  const { http, received } = run
  const target = await readTarget(settings, http, signal)
  const { profile } = profileFor(settings, target)
  return sessionOf(settings, {
    http,
    target,
    profile,
    counterpart: undefined,
    identities: actorsOf(settings),
    received,
  })
}

/** The profile that the operator gave, or that of the reference with what the metadata shows of the target's own. */
const profileFor = (settings: RunSettings, { metadata }: TargetReading): Pick<Discovery, 'profile' | 'shownBy'> => {
  if (settings.profile === 'auto') return readDialect(metadata.json)
  return { profile: settings.profile === 'reference' ? referenceProfile : settings.profile, shownBy: {} }
}

type Parts = {
  http: HttpClient
  target: TargetReading
  profile: Profile
  counterpart: Counterpart | undefined
  identities: Record<string, Actor>
  received: RunContext['received']
}

const sessionOf = (settings: RunSettings, { identities, target, ...parts }: Parts): RunContext => {
  const currencies = settledIn(target.metadata).filter(isPayable)
  const currency = settings.currency ?? currencies[0] ?? 'USD'
  const second = settings.secondCurrency ?? undefined
  const run = randomBytes(6).toString('hex')
  let count = 0
  return {
    role: target.role,
    target: { ...target.address, ocid: settings.target?.ocid, environment: settings.environment },
    changesState: settings.environment !== 'production' || settings.yesChangeState,
    metadata: target.metadata,
    ...parts,
    identities,
    accounts: settings.accounts,
    money: moneyOf(currency, settings.amounts[currency]),
    secondMoney: second === undefined ? undefined : moneyOf(second, settings.amounts[second]),
    accountPool: pursesOf(identities),
    depth: settings.depth,
    seed: settings.seed,
    callbackUrl: settings.counterpart.callbackUrl,
    pages: { checkout: settings.pages.checkout ?? {}, consent: settings.pages.consent ?? {} },
    obstacles: { identities: {} },
    fresh: kind => `${kind}-${run}-${++count}`,
  }
}

/** The identities of the settings, and the key that merchant2 publishes though another one is registered. */
const actorsOf = (settings: RunSettings): Record<string, Actor> => {
  if (!settings.hasConfig) return {}
  const actors = Object.entries(settings.identities).map(([id, identity]) => [id, { id, ...identity }] as const)
  const { merchant2 } = settings.identities
  const published = merchant2
    ? { merchant2Published: { ...merchant2, id: 'merchant2Published', key: generatePrivateKey() } }
    : {}
  return { ...Object.fromEntries(actors), ...published }
}

const pursesOf = (identities: Record<string, Actor>): AccountPool =>
  createAccountPool(Object.values(identities).filter(one => /^purse\d$/.test(one.id)))

type Opened = { counterpart?: Counterpart; trouble?: string }

type Playing = { role: Role; profile: Profile; identities: Record<string, Actor> }
type Play = { role: Role; publicUrl: string; published: Actor | undefined }

const openCounterpart = async (settings: RunSettings, { role, profile, ...play }: Playing): Promise<Opened> => {
  const { listen, publicUrl } = settings.counterpart
  const { merchant2Published: published, ...rest } = play.identities
  const identities = Object.values(rest)
  // The registry names the public address, which is known for sure only once the counterpart listens.
  const registry: Record<string, string> = {}
  try {
    const counterpart = await startCounterpart({
      identities: identities.map(one =>
        played(one, { role, publicUrl: publicUrl ?? `http://${listen.host}:${listen.port}`, published }),
      ),
      registry,
      listen,
      profile,
      ...(publicUrl === undefined ? {} : { publicUrl }),
    })
    for (const { ocid } of identities) registry[ocid] = `${counterpart.baseUrl}/${ocid}/metadata.json`
    return { counterpart }
  } catch (error) {
    return { trouble: `the counterpart cannot listen on ${listen.host}:${listen.port}: ${reasonOf(error)}` }
  }
}

/** Toward whom and as what an identity plays; its metadata shows it. */
const played = ({ id, ocid, name, key }: Actor, { role, publicUrl, published }: Play): CounterpartIdentity => ({
  id,
  ocid,
  name,
  key,
  role: identityPlans[role][id]?.is ?? id,
  hasWebhook: role === 'gateway' && /^merchant/.test(id),
  capabilities: role === 'merchant' && id !== 'app' ? ['orders.checkout', 'transfer.create', 'verify.txid'] : [],
  ...(role === 'kyc' ? { profile: 'Asks for permissions in conformance runs.' } : {}),
  // Never fetched by the harness; a consent page shows it, and for nobody else.
  ...(id === 'requester' ? { icon: `${publicUrl}/${ocid}/icon.svg` } : {}),
  ...(id === 'merchant2' && published ? { publishes: published.key } : {}),
})
