import { PrivateKey } from '../../protocol/keys.ts'
import type { CheckResult } from '../run-check.ts'
import type { Identity, RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target-facts.ts'

/** Settings on their way into the worker: keys are objects of a class, which a structured clone would lose. */
export type CarriedSettings = Omit<RunSettings, 'identities' | 'signWith'> & {
  identities: Record<string, Omit<Identity, 'key'> & { key: string }>
}

/** What the worker is told; without a file no evidence is kept. */
export type WorkerInput = { settings: CarriedSettings; evidenceFile?: string }

declare module 'vitest' {
  interface ProvidedContext {
    workerInput: WorkerInput
  }
  interface TaskMeta {
    result?: CheckResult
    facts?: TargetFacts
    /** The error of a session that could not be opened: its name, message and remedy. */
    startupError?: { name: string; message: string; remedy?: string; stack?: string }
  }
}

/** For the way into the worker; memory only, never a file or an argument. */
export const pack = ({ signWith: _signWith, ...settings }: RunSettings): CarriedSettings => ({
  ...settings,
  identities: mapped(settings.identities, identity => ({ ...identity, key: identity.key.reveal() })),
})

/** In the worker: keys are keys again. */
export const unpack = (settings: CarriedSettings): RunSettings => ({
  ...settings,
  identities: mapped(settings.identities, identity => ({ ...identity, key: new PrivateKey(identity.key) })),
})

const mapped = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
