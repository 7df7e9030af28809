import type { RunContext } from '../../harness/run-context.ts'
import { entryOf } from '../../protocol/json/any-json.ts'
import { isObject, type Json } from '../../protocol/json/json.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Profile } from '../../protocol/profile.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { catalogOf, loadChecks } from '../../suites/catalog.ts'
import { runCheck } from '../checks/run-check.ts'
import { checkNeeds } from '../machine/needs.ts'
import { type OpenRun, openRun } from '../open-run.ts'
import { preflightContext } from '../preflight/preflight.ts'
import type { RunSettings } from '../settings/settings.ts'
import { discoverCanonicalJson } from './discover.ts'

/** The observable choices of one target. */
export type DiscoveredProfile = {
  role: Role
  baseUrl: string
  profile: Profile
  /** How each choice was found. A choice without an entry was not found, and has the value of the reference. */
  shownBy: Readonly<Record<string, string>>
  findings: PreflightFinding[]
  /** Number of requests in the search for the canonical request. */
  probes: number
  /** 0: the dialect is known; 2: the configuration is invalid; 3: the dialect was not found. */
  exitCode: number
}

/** Discovers the profile of a target (dialect, clock tolerance, version) without judging it. */
export const discoverProfile = async (settings: RunSettings, signal: AbortSignal): Promise<DiscoveredProfile> => {
  checkNeeds()
  const open = await openRun(
    { ...settings, profile: 'auto', depth: 'quick', isPersonThere: false },
    { write: () => undefined },
    signal,
  )
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
        ...Object.fromEntries(Object.keys(measured).map(name => [name, entryOf(measuredBy, name) ?? ''])),
      },
      findings: [...preflight.findings, ...kyc.findings],
      probes: preflight.discovery?.probes ?? 0,
      exitCode: exitCodeOf(open),
    }
  } finally {
    await open.close()
  }
}

/**
 * Discovers the canonical JSON of a KYC provider from the requests that it accepts. A run does not do this, since the provider might cache
 * the metadata that it reads.
 */
const kycDialect = async ({ run, preflight }: OpenRun, signal: AbortSignal) => {
  const discovery = preflight.discovery
  const isPossible = run.role === 'kyc' && discovery !== undefined && preflight.stop === undefined
  if (!isPossible || run.counterpart === undefined) return { profile: {}, shownBy: {}, findings: [] }
  const contextOf = (other: RunContext) => preflightContext(other, signal)
  const found = await discoverCanonicalJson(contextOf, run, discovery)
  return { ...found, findings: found.findings.filter(finding => !discovery.findings.includes(finding)) }
}

const exitCodeOf = ({ run, preflight, shownBy }: OpenRun): number => {
  if (preflight.stop !== undefined) return preflight.stop
  const isKnown = run.role === 'kyc' || shownBy.canonicalRequest !== undefined
  return isKnown && shownBy.signatureEncoding !== undefined ? 0 : 3
}

const measuredBy: Readonly<Record<string, string>> = {
  clockDifference: 'requests with earlier and later timestamps',
}

/** Measures the choices that a few requests can reveal. */
const measure = async (open: OpenRun, signal: AbortSignal): Promise<Partial<Profile>> => {
  const clock = await observe(open, /-choices\/clock-difference$/, signal)
  return clockDifference(clock)
}

const observe = async ({ run }: OpenRun, id: RegExp, signal: AbortSignal): Promise<Json | undefined> => {
  const [check] = await loadChecks(catalogOf(run.role).filter(candidate => id.test(candidate.id)))
  return check && (await runCheck(run, check, { signal })).observations[0]?.value
}

const clockDifference = (value: Json | undefined): Partial<Profile> => {
  const { 'into the past': past, 'into the future': future } = isObject(value) ? value : {}
  if (typeof past !== 'number' || typeof future !== 'number') return {}
  return { clockDifference: { pastSeconds: past, futureSeconds: future } }
}
