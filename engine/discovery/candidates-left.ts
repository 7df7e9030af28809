import type { CanonicalWriting } from '../../protocol/json/canonical.ts'
import type { LikelyForm } from '../../protocol/request/likely-request-forms.ts'
import type { SignatureEncoding } from '../../protocol/signature/signature.ts'

/**
 * A form with the canonical JSON in it and the encoding of its signature. `keys`: a number for each of the precisions, in their order,
 * which two candidates share if they sign the same text in the same encoding.
 */
export type Candidate = LikelyForm & {
  writing: CanonicalWriting
  encoding: SignatureEncoding
  keys: readonly number[]
}

/**
 * The features of a request that distinguish forms. Without any of them (the nonce equals the timestamp, the body is
 * canonical, the path has no query) many forms sign the same text, so that one answer decides about all of them.
 */
export type Precision = { ownNonce: boolean; ownBody: boolean; query: boolean }

/** A request whose answer shows which candidates are left. */
export type Question = { candidate: Candidate; precision: Precision }

/** The candidates that no answer has ruled out. */
export type CandidatesLeft = {
  /** The likeliest; undefined if none is left. */
  first(): Candidate | undefined
  /** Returns the request that is nearest to equally likely accepted or refused; undefined if no answer would show anything. */
  bestQuestion(usable: readonly Precision[]): Question | undefined
  /** Keeps those that sign the request of a question as its candidate does, or the others. */
  keep(question: Question, isAlike: boolean): void
}

/** How many candidates have a key, and the weight of all: now, and before the first answer. */
type Group = { size: number; weight: number; weightAtFirst: number }

/**
 * Returns all candidates, given with the likeliest first. The groups of each precision last for a whole search, since an answer
 * takes few candidates from them.
 */
export const createCandidatesLeft = (
  candidates: readonly Candidate[],
  precisions: readonly Precision[],
): CandidatesLeft => {
  const left = new Set(candidates)
  const groups = precisions.map((_, at) => groupsOf(candidates, at))
  const remove = (candidate: Candidate) => {
    left.delete(candidate)
    for (const [at, atPrecision] of groups.entries()) {
      const key = keyOf(candidate, at)
      const group = atPrecision.get(key)
      if (group === undefined) continue
      group.size -= 1
      group.weight -= candidate.weight
      if (group.size === 0) atPrecision.delete(key)
    }
  }
  const totalWeight = () => {
    let total = 0
    for (const { weight } of left) total += weight
    return total
  }
  const likeliestWith = (wanted: number, at: number): Candidate | undefined => {
    for (const candidate of left) if (keyOf(candidate, at) === wanted) return candidate
    return undefined
  }
  const bestQuestion = (usable: readonly Precision[]): Question | undefined => {
    const total = totalWeight()
    let best: { key: number; precision: Precision } | undefined
    let most = 0
    for (const precision of usable)
      for (const [key, { size, weight, weightAtFirst }] of groups[precisions.indexOf(precision)] ?? []) {
        // No later group is heavier, since none has gained weight.
        if (weightAtFirst <= most) break
        const gain = Math.min(weight, total - weight)
        // A group of all candidates shows nothing, even if rounding says otherwise.
        if (gain <= most || size === left.size) continue
        best = { key, precision }
        most = gain
      }
    if (best === undefined) return undefined
    const { key, precision } = best
    const candidate = likeliestWith(key, precisions.indexOf(precision))
    return candidate && { candidate, precision }
  }
  const keep = ({ candidate, precision }: Question, isAlike: boolean) => {
    const at = precisions.indexOf(precision)
    const key = keyOf(candidate, at)
    // A set may lose members while it is read.
    for (const other of left) if ((keyOf(other, at) === key) !== isAlike) remove(other)
  }
  return { first: () => left.values().next().value, bestQuestion, keep }
}

/** -1 for a precision that a candidate has no key for. */
const keyOf = ({ keys }: Candidate, at: number): number => keys[at] ?? -1

/** The heaviest group comes first. */
const groupsOf = (candidates: readonly Candidate[], at: number): Map<number, Group> => {
  const groups = new Map<number, Group>()
  for (const candidate of candidates) {
    const key = keyOf(candidate, at)
    const group = groups.get(key) ?? { size: 0, weight: 0, weightAtFirst: 0 }
    group.size += 1
    group.weight += candidate.weight
    group.weightAtFirst = group.weight
    groups.set(key, group)
  }
  return new Map([...groups].toSorted(([, a], [, b]) => b.weight - a.weight))
}
