import type { Role } from '../protocol/operations.ts'
import recorded from './kills.json' with { type: 'json' }

/** The checks that find each mutant, as recorded by `npm run selftest`; they must find it in every later run. */
type Kills = Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>>

export const kills: Kills = recorded

/** Returns the recorded checks of a mutant; empty if it is new. */
export const recordedKills = (role: Role, mutant: string): readonly string[] => kills[role][mutant] ?? []

/** Whether this run writes the record. */
export const isRecording = process.env.SELFTEST_RECORD !== undefined
