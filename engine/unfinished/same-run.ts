import { isObject, type Json, jsonIn, memberOf } from '../../protocol/json/json.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import type { TargetReading } from '../preflight/read-target.ts'
import { profileOf, targetOf } from '../report/head.ts'
import { differenceBetween, type RunHead } from '../report/one-run.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import { configOf } from '../target/target-metadata.ts'
import { withValues } from '../with-values.ts'

/**
 * Returns the facts about a target that are known from the settings, before anything is sent to it; for the bundled reference, only that it
 * is one, on loopback.
 */
export const headFrom = ({ target, reference: role = 'gateway', environment, ...settings }: RunSettings): RunHead => {
  const { repeat = target ? [] : ['--reference'] } = settings
  const named = target
    ? { baseUrl: target.baseUrl, ocid: target.ocid, ...withValues({ role: target.role }) }
    : { baseUrl: 'http://localhost', role }
  const isKnown = settings.profile !== 'auto' || !target
  const profile = typeof settings.profile === 'string' ? referenceProfile : settings.profile
  return {
    target: { ...named, environment },
    ...withValues({ profile: isKnown ? profileOf({ profile, shownBy: {} }, settings) : undefined }),
    run: { repeat },
  }
}

/**
 * Returns the same text for JSON with the same members in any order. Works for any JSON: a target's document may have no canonical text.
 */
const sortedText = (json: Json): string =>
  JSON.stringify(json, (_name, value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  )

type MetadataFacts = Pick<TargetFacts, 'role' | 'target' | 'metadata'>

/** Returns the facts about a target that its metadata contains. */
const headOfMetadata = (facts: MetadataFacts): Pick<RunHead, 'target' | 'configDigest'> => {
  const json = jsonIn(facts.metadata.text)
  const deciding = { config: configOf(json), kyc: memberOf(json, 'kyc') ?? null }
  return { target: targetOf(facts), configDigest: sha256Hex(sortedText(deciding)) }
}

/** Returns all that is known about a target before the first check. */
export const headBy = (settings: RunSettings, facts: TargetFacts): RunHead => ({
  ...headOfMetadata(facts),
  profile: profileOf(facts, settings),
  run: headFrom(settings).run,
})

/** Throws UsageError if the facts about a target differ from those in the earlier parts of the run. */
export const checkSameRun = ({ reportDir }: Pick<RunSettings, 'reportDir'>, before: RunHead, now: RunHead): void => {
  const found = differenceBetween(before, now)
  if (found === undefined) return
  const { name, values } = found
  throw new UsageError(
    `the run in ${reportDir} is a different one: the two differ in ${name} (${values.join(' there, and now ')}).`,
    `Give it the same ${name}, or leave out --resume to begin again.`,
  )
}

/**
 * Returns the facts read from a target before any other request. Throws UsageError if its metadata differs from that of the earlier parts.
 * An unreadable target proves nothing, and ends the run.
 */
export const withSameMetadata = (settings: RunSettings, reading: TargetReading): TargetReading => {
  const head = settings.earlier?.head
  if (!head || reading.stop !== undefined) return reading
  const { role, address, metadata } = reading
  const target = { ...address, ocid: settings.target?.ocid, environment: settings.environment }
  const { status, text = '' } = metadata
  checkSameRun(settings, head, { ...head, ...headOfMetadata({ role, target, metadata: { status, text } }) })
  return reading
}

/**
 * Compares the profile of a target with that of the earlier parts, before the first check. UsageError if they differ. A preflight that
 * stops has not discovered it.
 */
export const checkSameProfile = (settings: RunSettings, facts: TargetFacts): void => {
  const head = settings.earlier?.head
  if (!head || facts.preflight.stop !== undefined) return
  checkSameRun(settings, head, { ...head, profile: profileOf(facts, settings) })
}
