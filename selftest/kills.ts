import type { Role } from '../protocol/operations.ts'
import recorded from './kills.json' with { type: 'json' }

/** The checks that find each mutant, as `npm run selftest` recorded them; every later run has to find them again. */
type Kills = Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>>

export const kills: Kills = recorded

/** Returns the recorded checks of a mutant, or none if it is new. */
export const recordedKills = (role: Role, mutant: string): readonly string[] => kills[role][mutant] ?? []

/** Tells whether this run writes the record. */
export const isRecording = process.env.SELFTEST_RECORD !== undefined
