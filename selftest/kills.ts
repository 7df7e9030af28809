import type { Role } from '../protocol/operations.ts'
import recorded from './kills.json' with { type: 'json' }

/** Which checks fail each mutant: what `npm run selftest` has found when it recorded, and every later run has to find again. */
type Kills = Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>>

export const kills: Kills = recorded

/** The checks that are known to fail a mutant; none for one that is new. */
export const recordedKills = (role: Role, mutant: string): readonly string[] => kills[role][mutant] ?? []

/** Whether this run writes the record. */
export const isRecording = process.env.SELFTEST_RECORD !== undefined
