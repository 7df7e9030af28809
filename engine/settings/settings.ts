import type { Counterexample } from '../../harness/counterexample.ts'
import type { AbsentOcids } from '../../harness/run-context.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Profile } from '../../protocol/profile.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import type { Config } from '../../schemas/messages.ts'
import type { EarlierParts } from '../unfinished/earlier-parts.ts'
import type { KnownFailure } from './known-failing/known-failing.ts'
import type { Output } from './options/output.ts'
import type { Listen, Shard } from './options/readers.ts'

/** On a production target, checks that move money or leave traces only run if that is allowed. */
export type TargetEnvironment = 'test' | 'production'

/** An identity that the counterpart plays, ready to sign. */
export type Identity = { ocid: number; key: PrivateKey; name: string }

/** The implementation under test. Without a role, its metadata shows the role. */
export type Target = { role?: Role; baseUrl: string; ocid?: number; environment: TargetEnvironment }

/** Everything that a run depends on: plain data, except for the keys. File names are absolute. */
export type RunSettings = {
  /** Absent: the run starts and certifies the bundled reference. */
  target?: Target
  /** The address of the target was read from a report, which is untrusted. */
  isReported?: boolean
  /** Further origins of the target, which the harness would otherwise not visit. */
  targetOrigins?: readonly string[]
  /** The address that advances the time of the target, and its token; `isOwn`: no other run uses that target. */
  targetClock?: { url: string; token?: string; isOwn?: boolean }
  /** The role of the reference to certify without a target; absent: the gateway. */
  reference?: Role
  profile: 'auto' | 'reference' | Profile
  /** By name. If `hasConfig` is false they are fresh, and not registered anywhere. */
  identities: Record<string, Identity>
  /** OCIDs that the target does not know. */
  absent: AbsentOcids
  /** OCIDs of the accounts at a gateway, by account id. */
  accounts: Record<string, number>
  /** The currency that most checks use; absent: the first that the target settles in. */
  currency?: string
  secondCurrency?: string
  /** By currency: the amounts that pass the target's fraud checks. */
  amounts: NonNullable<Config['amounts']>
  /** Items that a merchant with a catalogue accepts; empty if it accepts any item. */
  items: NonNullable<Config['items']>
  pages: NonNullable<Config['pages']>
  /** The values that steps of `pages` type by `env:NAME` or `file:PATH`, by this reference. */
  pageSecrets?: Record<string, string>
  /** The path of the browser that shows pages; absent: the first that is found. */
  browser?: string
  /** Folders to search for optional packages, besides its own. */
  packageFolders?: string[]
  /**
   * Maximum milliseconds to wait for requests from the target, for a person who does nothing, for a target that throttles, and in a stalled
   * run.
   */
  patience: { notificationMs: number; personMs: number; throttlingMs?: number; standstillMs?: number }
  /** Someone is available to use pages for the driver `person`. */
  isPersonThere?: boolean
  /** `tunnel`: the command whose printed address becomes `publicUrl`, instead of `registeredUrl`. */
  counterpart: { listen: Listen; publicUrl?: string; callbackUrl: string; tunnel?: string; registeredUrl?: string }
  /** Globs of clause ids, operations and check ids; empty: everything. */
  only: string[]
  skip: string[]
  depth: 'quick' | 'standard' | 'thorough'
  budgetMs?: number
  seed: number
  reportDir: string
  /** Further formats of the report. */
  outputs: Output[]
  /** Ids of clauses and checks whose failure is known, and the entries of the file; absent without a file. */
  knownFailing: string[]
  knownFailures?: KnownFailure[]
  /** Other targets share the entries, so their state depends on all targets together. */
  sharesKnownFailures?: boolean
  /** The file that receives failed checks. */
  writeKnown?: string
  failOn: 'must' | 'should'
  maxRps?: number
  /** Milliseconds for one request. */
  timeoutMs: number
  shard?: Shard
  /** Number of concurrent processes, each of which tries a shard of the checks; absent: one process tries all. */
  workers?: number
  /** The folder of the report that will contain this one. */
  mergedDir?: string
  environment: TargetEnvironment
  yesChangeState: boolean
  /** The key that signs the report. */
  signWith?: PrivateKey
  json: boolean
  /** The identities come from a config, so the target can know them. */
  hasConfig: boolean
  /** The folder where the run was started, absolute. */
  folder?: string
  /** The command that starts this program there, if not `oc-conformance`. */
  command?: string
  /** The arguments that select the checks for another run, if not the id of each. */
  repeatOnly?: string
  /** Arguments of `run` that start this run again from the same folder; absent: the base URL, or --reference. */
  repeat?: string[]
  /** The counterexample that the one selected check retries. */
  counterexample?: Counterexample
  /** The earlier parts of a resumed run. */
  earlier?: EarlierParts
  /** The timers of the bundled reference, if it is the target: see engine/target/reference-timers.ts. */
  referenceTimers?: string
  /** Run only the preflight. */
  preflightOnly: boolean
}
