import { createGate, type Lanes } from './http/lanes.ts'
import type { Target } from './http/target.ts'
import { brief, expectThat } from './outcome.ts'
import type { RunContext } from './run-context.ts'

/** A request of a race: its description for a report, and how to send it. */
export type Entry<T> = { what: string; send: (lanes: Lanes) => PromiseLike<T> }

/** The outcome of an entry. */
export type Finish<T> = { what: string; result: T }

/** How many races a check runs at each depth: each is another chance to hit the gap between a test and its effect. */
const roundsAt = { quick: 2, standard: 4, thorough: 16 }

/** Returns the indexes of the rounds of a race, from 0. */
export const roundsOf = ({ run }: { run: Pick<RunContext, 'depth'> }): number[] => [
  ...Array(roundsAt[run.depth]).keys(),
]

/** Maximum number of entries in a race: all of them need a turn at the same time, or they would wait for each other forever. */
export const mostInRace = 16

/** `get` opens the connections beforehand. */
type Racing = Pick<Target, 'get'> & { signal: AbortSignal }

/**
 * Sends all entries at the same moment, over open connections. Returns their outcomes in order. Throws the first error once all have
 * ended.
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

/** Creates a sender for a browser that joins a race later: from then on, its requests except GETs belong to a lane. */
export const createJoiner = (send: Target['send']): { send: Target['send']; join(lanes: Lanes): void } => {
  let joined: Lanes | undefined
  return {
    send: (request, what) => send(request, what, request.method === 'GET' ? undefined : joined),
    join: lanes => {
      joined = lanes
    },
  }
}

/** The rules of a race: which results count as a win, how many there may be, and the message if there are more. */
type Rules<T> = { isWon: (result: T) => boolean; describe: (result: T) => string; most?: number; message: string }

/** Fails the clause if more than `most` entries won. The failure lists the requests and how they ended. */
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

/** Describes the requests and their results; duplicates appear once, with their count. */
export const describeRace = <T>(finished: readonly Finish<T>[], describe: (result: T) => string): string => {
  const texts = finished.map(({ what, result }) => `${what} (${brief(describe(result), 80)})`)
  return [...new Set(texts)]
    .map(text => [text, texts.filter(other => other === text).length] as const)
    .map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
    .join(', ')
}
