import type { RunContext } from '../harness/run-context.ts'
import { isObject, type Json } from '../protocol/json.ts'
import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { PreflightFinding } from '../schemas/messages.ts'
import { checksOf } from '../suites/index.ts'
import { discoverCanonicalJson } from './discovery/discover.ts'
import { type OpenRun, openRun } from './open-run.ts'
import { preflightContext } from './preflight/preflight.ts'
import { runCheck } from './run-check.ts'
import type { RunSettings } from './settings/settings.ts'

/** The choices of one target, as far as it showed them. */
export type DiscoveredProfile = {
  role: Role
  baseUrl: string
  profile: Profile
  /** What shows each choice; those that are missing are the reference's, and not looked for or not found. */
  shownBy: Readonly<Record<string, string>>
  findings: PreflightFinding[]
  /** Requests that the search for the canonical request took. */
  probes: number
  /** 0: the dialect is known; 2: a wrong set-up; 3: it could not be found out. */
  exitCode: number
}

/** Finds out the profile of a target: its dialect, and what its authentication layer measures by. No verdict comes of it. */
export const discoverProfile = async (settings: RunSettings, signal: AbortSignal): Promise<DiscoveredProfile> => {
  const open = await openRun({ ...settings, profile: 'auto', depth: 'quick' }, { write: () => undefined }, signal)
  try {
    const { run, preflight } = open
    const kyc = await kycDialect(open, signal)
    const measured = preflight.stop === undefined ? await measure(open, signal) : {}
    return {
      role: run.role,
      baseUrl: run.target.apiUrl,
      profile: { ...run.profile, ...kyc.profile, ...measured },
      shownBy: {
        ...open.shownBy,
        ...kyc.shownBy,
        ...Object.fromEntries(Object.keys(measured).map(name => [name, by[name] ?? ''])),
      },
      findings: [...preflight.findings, ...kyc.findings],
      probes: preflight.discovery?.probes ?? 0,
      exitCode: exitCodeOf(open),
    }
  } finally {
    await open.close()
  }
}

/** A KYC provider shows its canonical JSON only by what it takes, which a run does not ask: it might hold what it read. */
const kycDialect = async ({ run, preflight }: OpenRun, signal: AbortSignal) => {
  const discovery = preflight.discovery
  const isAsked = run.role === 'kyc' && discovery !== undefined && preflight.stop === undefined
  if (!isAsked || run.counterpart === undefined) return { profile: {}, shownBy: {}, findings: [] }
  const contextOf = (speaking: RunContext) => preflightContext(speaking, signal)
  const found = await discoverCanonicalJson(contextOf, run, discovery)
  return { ...found, findings: found.findings.filter(one => !discovery.findings.includes(one)) }
}

const exitCodeOf = ({ run, preflight, shownBy }: OpenRun): number => {
  if (preflight.stop !== undefined) return preflight.stop
  const isKnown = run.role === 'kyc' || shownBy.canonicalRequest !== undefined
  return isKnown && shownBy.signatureEncoding !== undefined ? 0 : 3
}

const by: Readonly<Record<string, string>> = {
  clockDifference: 'requests with earlier and later timestamps',
  versionMember: 'its metadata',
  version: 'its metadata',
}

/** What the observations of a run find out that costs no more than a few requests. */
const measure = async (open: OpenRun, signal: AbortSignal): Promise<Partial<Profile>> => {
  const clock = await observed(open, /-choices\/clock-difference$/, signal)
  return { ...clockDifference(clock), ...versionOf(open.run.metadata.json) }
}

const observed = async ({ run }: OpenRun, id: RegExp, signal: AbortSignal): Promise<Json | undefined> => {
  const check = checksOf(run.role).find(one => id.test(one.id))
  return check && (await runCheck(run, check, { signal })).observations[0]?.value
}

const clockDifference = (value: Json | undefined): Partial<Profile> => {
  const { 'into the past': past, 'into the future': future } = isObject(value) ? value : {}
  if (typeof past !== 'number' || typeof future !== 'number') return {}
  return { clockDifference: { pastSeconds: past, futureSeconds: future } }
}

/** The member of the metadata that looks like a version: a short text of digits and dots. Heading: Versioning. */
const versionOf = (metadata: Json | undefined): Partial<Profile> => {
  if (!isObject(metadata)) return {}
  const found = Object.entries(metadata).find(
    ([, value]) => typeof value === 'string' && /^v?\d{1,4}(\.\d{1,4}){1,2}$/.test(value),
  )
  return found ? { versionMember: found[0].slice(0, 80), version: String(found[1]) } : {}
}
