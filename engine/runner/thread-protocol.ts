import type { CheckDescription } from '../../harness/check.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import type { CheckResult } from '../checks/run-check.ts'
import type { CarriedError } from '../machine/carried-error.ts'
import type { Identity, RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target/target-facts.ts'

/** Settings for another thread or process. Keys are text, since a structured clone would lose their class. */
export type PackedSettings = Omit<RunSettings, 'identities' | 'signWith'> & {
  identities: Record<string, Omit<Identity, 'key'> & { key: string }>
}

/** The input of the thread. Without a file, no evidence is kept. */
export type ThreadInput = { settings: PackedSettings; evidenceFile: string | undefined }

/** A message from the thread. */
export type ThreadMessage =
  /** The target was read. `checks`: every check of its role, since the main thread does not load the suites. `total`: how many will run. */
  | { kind: 'opened'; facts: TargetFacts; checks: readonly CheckDescription[]; total: number }
  | { kind: 'result'; result: CheckResult }
  /** The page that lists the tasks of a person. */
  | { kind: 'person'; url: string }
  /** The checks that are running, when none has begun or ended for a while. */
  | { kind: 'waiting'; ids: string[] }
  /** Why the run ends itself before all checks have run. */
  | { kind: 'ended'; reason: string }
  /** The evidence cannot be written: the run ends early. */
  | { kind: 'trouble'; error: CarriedError }
  /** The run could not be opened, or had an uncaught error. */
  | { kind: 'error'; error: CarriedError }
  /** The thread is alive. */
  | { kind: 'alive' }
  | { kind: 'done' }

/** Orders the thread to end the run early, even before the first check. */
export type ThreadOrder = 'interrupt'

/** Packs settings for another thread or process. They hold private keys: keep them in memory, never in a file or an argument. */
export const pack = ({ signWith: _signWith, ...settings }: RunSettings): PackedSettings => ({
  ...settings,
  identities: mapValues(settings.identities, identity => ({ ...identity, key: identity.key.reveal() })),
})

/** Unpacks settings in the other thread or process. */
export const unpack = (settings: PackedSettings): RunSettings => ({
  ...settings,
  identities: mapValues(settings.identities, identity => ({ ...identity, key: new PrivateKey(identity.key) })),
})

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
