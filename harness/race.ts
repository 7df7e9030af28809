import { createGate, type Lanes } from './http/lanes.ts'
import type { Target } from './http/target.ts'
import { brief, expectThat } from './outcome.ts'
import type { RunContext } from './run-context.ts'

/** What one party sends, in words for a report, and how it is sent. */
export type Entry<T> = { what: string; send: (lanes: Lanes) => PromiseLike<T> }

/** The outcome of an entry. */
export type Finish<T> = { what: string; result: T }

/** Races of one check at each depth: each is another chance to meet between a look and an act. */
const roundsAt = { quick: 2, standard: 4, thorough: 16 }

/** Returns the numbers of the rounds of a race, from 0. */
export const roundsOf = ({ run }: { run: Pick<RunContext, 'depth'> }): number[] => [
  ...Array(roundsAt[run.depth]).keys(),
]

/** Entries of a race at most: the requests of those that run at once all get their turns, or each would wait for the turns of the others. */
export const mostInRace = 16

/** `get` opens the connections, so that no entry has to wait for its own. */
type Racing = Pick<Target, 'get'> & { signal: AbortSignal }

/**
 * Sends every entry at the same moment, over connections that are open. Returns the outcome of each, in their order. Throws the first
 * error of an entry, once all have ended.
 */
export const race = async <T>({ get, signal }: Racing, entries: readonly Entry<T>[]): Promise<Finish<T>[]> => {
  if (entries.length > mostInRace)
    throw new Error(`a race has ${mostInRace} entries at most: each holds a turn until all have theirs`)
  await Promise.allSettled(entries.map(() => get('/metadata.json')))
  const gate = createGate(entries.length, signal)
  const finished = await Promise.allSettled(
    entries.map(async ({ what, send }) => {
      try {
        return { what, result: await send(gate) }
      } finally {
        gate.leave()
      }
    }),
  )
  return finished.map(end => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

/** How a browser sends that joins a race later: from then on whatever it sends but GETs is in a lane. */
export const createJoiner = (send: Target['send']): { send: Target['send']; join(lanes: Lanes): void } => {
  let joined: Lanes | undefined
  return {
    send: (request, what) => send(request, what, request.method === 'GET' ? undefined : joined),
    join: lanes => {
      joined = lanes
    },
  }
}

/** How to tell a race: which results win, how many of them may, and what is wrong if more do. */
type Rules<T> = { isWon: (result: T) => boolean; describe: (result: T) => string; most?: number; message: string }

/** Fails the clause if more entries won than may, one by default. The failure says who sent what, and which of them won. */
export const expectWinners = <T>(
  finished: readonly Finish<T>[],
  { isWon, describe, most = 1, message }: Rules<T>,
): void => {
  const won = finished.filter(({ result }) => isWon(result))
  expectThat(won.length <= most, message, {
    expected: `of ${finished.length} sent at the same moment ${most} at most`,
    actual: `${won.length} of them: ${describeRace(finished, describe)}`,
  })
}

/** Says what was sent and how it ended; what is the same several times stands there once, with its number. */
export const describeRace = <T>(finished: readonly Finish<T>[], describe: (result: T) => string): string => {
  const texts = finished.map(({ what, result }) => `${what} (${brief(describe(result), 80)})`)
  return [...new Set(texts)]
    .map(text => [text, texts.filter(other => other === text).length] as const)
    .map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
    .join(', ')
}
