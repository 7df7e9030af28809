import type { CanonicalWriting } from '../../protocol/canonical.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { reverseAllMembers, sortAllMembers } from '../../protocol/json-spellings.ts'
import type { LikelyForm } from '../../protocol/likely-request-forms.ts'
import type { SignatureEncoding } from '../../protocol/signature.ts'

/**
 * A form with the canonical JSON in it and the encoding of its signature, and the text that it signs for each precision.
 */
export type Candidate = LikelyForm & {
  writing: CanonicalWriting
  encoding: SignatureEncoding
  keys: ReadonlyMap<Precision, string>
}

/**
 * The features of a request that tell forms apart. Without any of them (the nonce equals the timestamp, the body is
 * canonical, the path has no query) many forms sign the same text, so that one answer decides about all of them.
 */
export type Precision = { ownNonce: boolean; ownBody: boolean; query: boolean }

/** `unclear`: the answer shows nothing about the signature. */
export type ProbeResult = 'accepted' | 'refused' | 'unclear'

export type Probe = (candidate: Candidate, precision: Precision) => Promise<ProbeResult>

export const precisions: readonly Precision[] = [
  { ownNonce: false, ownBody: false, query: false },
  { ownNonce: true, ownBody: false, query: false },
  { ownNonce: true, ownBody: true, query: false },
  { ownNonce: true, ownBody: true, query: true },
]

/** Writes JSON in a way that no canonical form does: members in reverse order, with white space. */
export const scattered = (value: JsonObject): string =>
  JSON.stringify(reverseAllMembers(sortAllMembers(value)), null, 1)

export type Search = {
  /**
   * The likeliest candidate that explains every answer; undefined if there is none, or `most` probes were not enough.
   */
  found: Candidate | undefined
  probes: number
}

/**
 * Finds the form that a target verifies, in few probes: each is the one whose answer is expected to rule out most
 * candidates. Heading: Authentication (which bytes make up the canonical request is not shown).
 */
export const searchRequestForm = async (
  candidates: readonly Candidate[],
  probe: Probe,
  most: number,
): Promise<Search> => {
  let left = candidates
  let usable = precisions
  let confirmed: Candidate | undefined
  for (let probes = 0; probes < most; probes++) {
    const next = bestQuestion(left, usable) ?? (confirmed ? undefined : confirmation(left, usable))
    if (next === undefined) return { found: left[0] ?? confirmed, probes }
    const result = await probe(next.candidate, next.precision)
    if (result === 'unclear') usable = usable.filter(precision => precision !== next.precision)
    else left = left.filter(({ keys }) => (keys.get(next.precision) === next.key) === (result === 'accepted'))
    // A candidate that is left by elimination counts only after the target accepted it in full precision.
    if (result === 'accepted' && isFull(next.precision)) confirmed = left[0]
  }
  return { found: confirmed, probes: most }
}

const isFull = ({ ownNonce, ownBody }: Precision): boolean => ownNonce && ownBody

type Question = { candidate: Candidate; precision: Precision; key: string }

const confirmation = ([candidate]: readonly Candidate[], usable: readonly Precision[]): Question | undefined => {
  const precision = usable.find(isFull)
  return candidate && precision && { candidate, precision, key: candidate.keys.get(precision) ?? '' }
}

/**
 * Returns the request that is nearest to equally likely accepted or refused; undefined if no answer would show
 * anything.
 */
const bestQuestion = (left: readonly Candidate[], usable: readonly Precision[]): Question | undefined => {
  const total = left.reduce((sum, { weight }) => sum + weight, 0)
  let best: Question | undefined
  let most = 0
  for (const precision of usable) {
    for (const [key, { candidate, weight }] of classesOf(left, precision)) {
      const gain = Math.min(weight, total - weight)
      // A class of all candidates shows nothing, even if rounding says otherwise.
      if (gain > most && weight < total * 0.999_999_999) {
        best = { candidate, precision, key }
        most = gain
      }
    }
  }
  return best
}

/** Groups candidates by the text that they sign; a group has its first candidate and the weight of all. */
const classesOf = (
  left: readonly Candidate[],
  precision: Precision,
): Map<string, { candidate: Candidate; weight: number }> => {
  const classes = new Map<string, { candidate: Candidate; weight: number }>()
  for (const candidate of left) {
    const key = candidate.keys.get(precision) ?? ''
    const known = classes.get(key)
    if (known) known.weight += candidate.weight
    else classes.set(key, { candidate, weight: candidate.weight })
  }
  return classes
}
