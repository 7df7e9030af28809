import type { CheckDescription } from '../../harness/check.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import type { CheckResult } from '../checks/run-check.ts'
import type { CarriedError } from '../machine/carried-error.ts'
import type { Identity, RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target/target-facts.ts'

/** Settings as they travel into the worker: keys are text, since a structured clone would lose their class. */
export type PackedSettings = Omit<RunSettings, 'identities' | 'signWith'> & {
  identities: Record<string, Omit<Identity, 'key'> & { key: string }>
}

/** The input of the worker. Without a file it keeps no evidence. `channel`: the name of the channel that its messages go through. */
export type WorkerInput = { settings: PackedSettings; evidenceFile?: string; channel: string }

/** What the worker tells while it runs, besides results. */
export type WorkerMessage =
  | {
      /** The page that tells a person what to do. */
      personUrl: string
    }
  | {
      /** The checks that are running, when none has begun or ended for a while. */
      waitsFor: string[]
    }
  | {
      /** It hears orders from now on. */
      hears: true
    }
  | {
      /** Why the run ends by itself, before everything was tried. */
      ended: string
    }
  | {
      /** The evidence cannot be written: the run ends early. */
      trouble: CarriedError
    }

/** An order to the worker: end the run early, also before a check runs. */
export type WorkerOrder = { interrupt: true }

declare module 'vitest' {
  interface ProvidedContext {
    workerInput: WorkerInput
  }
  interface TaskMeta {
    result?: CheckResult
    facts?: TargetFacts
    /** Every check of the role: the main thread does not load the suites. */
    checks?: CheckDescription[]
    /** Why the run could not be opened. */
    startupError?: CarriedError
  }
}

/** Packs settings for the worker. They hold private keys: keep them in memory, never in a file or an argument. */
export const pack = ({ signWith: _signWith, ...settings }: RunSettings): PackedSettings => ({
  ...settings,
  identities: mapValues(settings.identities, identity => ({ ...identity, key: identity.key.reveal() })),
})

/** Unpacks settings in the worker. */
export const unpack = (settings: PackedSettings): RunSettings => ({
  ...settings,
  identities: mapValues(settings.identities, identity => ({ ...identity, key: new PrivateKey(identity.key) })),
})

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
