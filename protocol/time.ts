/**
 * Returns milliseconds since 1970: what the clock of this machine showed when the process began, and the time that has gone by since. All
 * threads of a process share it, and it goes on evenly when somebody sets the clock of the machine. Whatever is stamped, judged or waited for is of
 * this time.
 */
export const nowMs = (): number => performance.timeOrigin + performance.now()

/** Returns the same moment as a date. */
export const present = (): Date => new Date(nowMs())

/** Returns by how many milliseconds the clock of this machine was set on since the process began; negative: set back. */
export const clockSetByMs = (): number => Date.now() - nowMs()
