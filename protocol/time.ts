/**
 * Returns milliseconds since 1970: the machine's clock at the start of the process plus the time elapsed since. All threads of a process
 * share it, and setting the machine's clock does not change it. Every timestamp, comparison and wait uses it.
 */
export const nowMs = (): number => performance.timeOrigin + performance.now()

/** Returns the same moment as a date. */
export const present = (): Date => new Date(nowMs())

/** Returns by how many milliseconds the clock of this machine was moved since the process began; negative: back. */
export const clockSetByMs = (): number => Date.now() - nowMs()
