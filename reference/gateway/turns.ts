/** Who is at work on which key: the tail of each queue. */
export type Turns = Map<string, Promise<unknown>>

/** Runs after everything that was given the same key before, so that nothing of it overlaps. */
export const takeTurn = async <T>(turns: Turns, key: string, run: () => Promise<T>): Promise<T> => {
  const turn = (turns.get(key) ?? Promise.resolve()).then(run, run)
  turns.set(key, turn)
  const done = (): void => {
    if (turns.get(key) === turn) turns.delete(key)
  }
  turn.then(done, done)
  return turn
}
