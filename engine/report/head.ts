import { type Json, jsonIn, memberOf } from '../../protocol/json/json.ts'
import { registerVersion } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { metadataDigest } from '../certificate/challenge.ts'
import { isPartial } from '../checks/selection.ts'
import { signCommand } from '../settings/options/repeat.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import { configOf, currenciesOf, declaredCapabilities } from '../target/target-metadata.ts'
import type { EarlierParts } from '../unfinished/earlier-parts.ts'
import { withValues } from '../with-values.ts'
import type { Measured, RunOutcome } from './run-outcome.ts'

/** Describes the target, its profile and the run. */
export const headOf = (run: RunOutcome): Pick<Report, 'target' | 'profile' | 'run'> => ({
  target: { ...targetOf(run.facts), ...withValues({ metadataFile: run.evidence.metadataFile }) },
  profile: profileOf(run.facts, run.settings),
  run: runOf(run),
})

const runOf = ({ settings, facts, measured, interrupted, ended, evidence }: RunOutcome): Report['run'] => ({
  harness: measured.harness,
  register: registerVersion,
  ...timesOf(measured, settings.earlier),
  seed: settings.seed,
  depth: settings.depth,
  requests: evidence.requests,
  ...withValues({ pace: evidence.pace }),
  peakMemoryBytes: measured.peakMemoryBytes,
  ...(settings.repeat ? { repeat: settings.repeat } : {}),
  ...withValues({ sign: signCommand(settings, facts.profile) }),
  ...(interrupted ? { interrupted } : {}),
  ...withValues({ ended }),
  ...(settings.budgetMs === undefined ? {} : { budgetSeconds: settings.budgetMs / 1_000 }),
  ...(isPartial(settings) ? { selection: { only: settings.only, skip: settings.skip } } : {}),
  ...(settings.shard ? { shard: `${settings.shard.index}/${settings.shard.of}` } : {}),
  ...withValues({ stopped: facts.preflight.stop }),
  ...(settings.failOn === 'should' ? { failOn: settings.failOn } : {}),
  ...(knownIn(settings).length > 0 ? { knownFailing: knownIn(settings) } : {}),
})

/** The ids as their file lists them, including expired ones. */
const knownIn = ({ knownFailures, knownFailing }: RunSettings): string[] =>
  knownFailures?.map(({ id }) => id) ?? knownFailing

/** Returns when a run and its later parts began, when it ended, and how long it took without the time between its parts. */
const timesOf = ({ started, finished }: Measured, earlier: EarlierParts | undefined) => {
  const [first = started.toISOString(), ...resumed] = [...(earlier?.starts ?? []), started.toISOString()]
  const seconds = (finished.getTime() - started.getTime()) / 1_000 + (earlier?.seconds ?? 0)
  return {
    started: first,
    ...(resumed.length > 0 ? { resumed } : {}),
    finished: finished.toISOString(),
    seconds: Math.round(seconds * 1_000) / 1_000,
  }
}

/** Describes the second implementation in a report about two. */
export const partnerOf = ({ role, target, metadata }: TargetFacts): NonNullable<Report['partner']> => ({
  role,
  baseUrl: target.baseUrl,
  ...withValues({ ocid: target.ocid, name: shortText(memberOf(jsonIn(metadata.text), 'name')) }),
})

/** Describes a target whose metadata has been read. */
export const targetOf = ({
  role,
  target,
  metadata,
}: Pick<TargetFacts, 'role' | 'target' | 'metadata'>): Report['target'] => {
  const json = jsonIn(metadata.text)
  return {
    role,
    baseUrl: target.baseUrl,
    ...withValues({
      ocid: target.ocid,
      name: shortText(memberOf(json, 'name')),
      publicKey: shortText(memberOf(configOf(json), 'publicKey')),
      metadataDigest: metadataDigest(metadata),
    }),
    environment: target.environment,
    ...(json === undefined ? {} : { declared: declaredIn(json) }),
  }
}

/** Maximum number of entries that a report copies from a list in the metadata document. */
const mostDeclared = 100

/** Returns what a metadata document says about the partners of its owner. */
const declaredIn = (metadata: Json): NonNullable<Report['target']['declared']> => {
  const providers = memberOf(metadata, 'kyc')
  return {
    capabilities: declaredCapabilities(metadata)
      .slice(0, mostDeclared)
      .map(name => name.slice(0, 200)),
    currencies: currenciesOf(metadata).slice(0, mostDeclared),
    kyc: (Array.isArray(providers) ? providers : [])
      .filter(ocid => Number.isSafeInteger(ocid))
      .slice(0, mostDeclared) as number[],
  }
}

const shortText = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : undefined)

/** Describes a profile, and how each of its choices became known. */
export const profileOf = (
  { profile, shownBy }: Pick<TargetFacts, 'profile' | 'shownBy'>,
  settings: Pick<RunSettings, 'profile'>,
): Report['profile'] => {
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
