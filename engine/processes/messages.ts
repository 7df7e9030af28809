import { PrivateKey } from '../../protocol/signature/keys.ts'
import type { Report } from '../../schemas/messages.ts'
import type { RunHooks } from '../hooks.ts'
import type { CarriedError } from '../machine/carried-error.ts'
import type { Trouble } from '../machine/machine-error.ts'
import { type PackedSettings, pack, unpack } from '../runner/thread-protocol.ts'
import type { RunSettings } from '../settings/settings.ts'

/** A report and the exit code of its run; `trouble`: why the run ended early, if the machine ran out of something. */
export type Certified = { report: Report; exitCode: number; trouble?: Trouble }

/** An order to a process: to certify a target, or to end its run early with an incomplete report. */
export type Order = { kind: 'certify'; settings: PackedSettings; signWith?: string } | { kind: 'interrupt' }

type CheckShown = Parameters<NonNullable<RunHooks['onCheck']>>[0]

/** What a process reports of its run; `alive`: that it still can. */
export type News =
  | { kind: 'alive' }
  | { kind: 'start'; total: number }
  | { kind: 'check'; outcome: CheckShown }
  | { kind: 'waiting'; ids: string[] }
  | { kind: 'reported'; text: string }
  | { kind: 'certified'; certified: Omit<Certified, 'trouble'>; trouble?: CarriedError }
  | ({ kind: 'failed' } & CarriedError)

/** Packs settings for another process. They hold private keys: keep them in memory, never in a file or an argument. */
export const orderOf = (settings: RunSettings): Order => ({
  kind: 'certify',
  settings: pack(settings),
  ...(settings.signWith ? { signWith: settings.signWith.reveal() } : {}),
})

/** Unpacks settings in the other process. */
export const settingsIn = ({ settings, signWith }: Extract<Order, { kind: 'certify' }>): RunSettings => ({
  ...unpack(settings),
  ...(signWith === undefined ? {} : { signWith: new PrivateKey(signWith) }),
})
