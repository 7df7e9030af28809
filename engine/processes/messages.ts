import { PrivateKey } from '../../protocol/signature/keys.ts'
import type { Report } from '../../schemas/messages.ts'
import type { RunHooks } from '../hooks.ts'
import { type PackedSettings, pack, unpack } from '../runner/worker-protocol.ts'
import type { RunSettings } from '../settings/settings.ts'

/** A report and the exit code of its run. */
export type Certified = { report: Report; exitCode: number }

/** What a process is told: to certify a target, or to end its run early with an incomplete report. */
export type Order = { kind: 'certify'; settings: PackedSettings; signWith?: string } | { kind: 'interrupt' }

type CheckShown = Parameters<NonNullable<RunHooks['onCheck']>>[0]

/** What a process tells of its run. */
export type News =
  | { kind: 'start'; total: number }
  | { kind: 'check'; outcome: CheckShown }
  | { kind: 'waiting'; ids: string[] }
  | { kind: 'certified'; certified: Certified }
  | { kind: 'failed'; name: string; message: string; stack?: string; remedy?: string }

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
