/** What was given to each key last; like the orders that they stand for, keys are kept. */
export type Turns = Map<string, Promise<unknown>>

/** Runs after everything that was given the same key before, so that nothing of it overlaps. */
export const takeTurn = <T>(turns: Turns, key: string, run: () => Promise<T>): Promise<T> => {
  const turn = (turns.get(key) ?? Promise.resolve()).then(run, run)
  turns.set(key, turn)
  return turn
}
