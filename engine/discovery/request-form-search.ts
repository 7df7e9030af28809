import type { JsonObject } from '../../protocol/json/json.ts'
import { reverseAllMembers, sortAllMembers } from '../../protocol/json/spellings.ts'
import { type Candidate, createCandidatesLeft, type Precision, type Question } from './candidates-left.ts'

/** How the target answered; `unclear` says nothing about the signature. */
export type ProbeResult = 'accepted' | 'refused' | 'unclear'

/** Sends a request that is signed as a candidate says, and returns how the target answered. */
export type Probe = (candidate: Candidate, precision: Precision) => Promise<ProbeResult>

/** All precisions, from the one that distinguishes fewest forms to the one that distinguishes most. */
export const precisions: readonly Precision[] = [
  { ownNonce: false, ownBody: false, query: false },
  { ownNonce: true, ownBody: false, query: false },
  { ownNonce: true, ownBody: true, query: false },
  { ownNonce: true, ownBody: true, query: true },
]

/** Writes JSON as no canonical form does: members in reverse order, with white space. */
export const scattered = (value: JsonObject): string =>
  JSON.stringify(reverseAllMembers(sortAllMembers(value)), null, 1)

/** The result of a search. */
export type Search = {
  /** The likeliest candidate that explains every answer; undefined if there is none, or if the search ended early. */
  found: Candidate | undefined
  /** Whether the target accepted a request in that form. Otherwise it is the only one left. */
  isAccepted: boolean
  probes: number
}

/**
 * Finds the form that a target verifies in few probes, each chosen to rule out as many candidates as possible. `mayAsk` gets the number of
 * probes so far; when it returns false, the search ends. Heading: Authentication (which bytes make up the canonical request is not
 * specified).
 */
export const searchRequestForm = async (
  candidates: readonly Candidate[],
  probe: Probe,
  mayAsk: (probes: number) => boolean,
): Promise<Search> => {
  const left = createCandidatesLeft(candidates, precisions)
  let usable = precisions
  let confirmed: Candidate | undefined
  let probes = 0
  for (; mayAsk(probes); probes++) {
    const next = left.bestQuestion(usable) ?? (confirmed ? undefined : confirmation(left.first(), usable))
    if (next === undefined) return { found: left.first() ?? confirmed, isAccepted: confirmed !== undefined, probes }
    const result = await probe(next.candidate, next.precision)
    if (result === 'unclear') usable = usable.filter(precision => precision !== next.precision)
    else left.keep(next, result === 'accepted')
    // A candidate found by elimination counts only after the target has accepted it in full precision.
    if (result === 'accepted' && isFull(next.precision)) confirmed = left.first()
  }
  return { found: confirmed, isAccepted: confirmed !== undefined, probes }
}

const isFull = ({ ownNonce, ownBody }: Precision): boolean => ownNonce && ownBody

const confirmation = (candidate: Candidate | undefined, usable: readonly Precision[]): Question | undefined => {
  const precision = usable.find(isFull)
  return candidate && precision && { candidate, precision }
}
