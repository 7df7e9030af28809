import type { CanonicalWriting } from '../../protocol/json/canonical.ts'
import type { LikelyForm } from '../../protocol/request/likely-request-forms.ts'
import type { SignatureEncoding } from '../../protocol/signature/signature.ts'

/**
 * A request form with its canonical JSON and signature encoding. `keys` has a number for each precision, in order; two candidates have the
 * same number if they sign the same text in the same encoding.
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

/** A request whose answer rules out candidates. */
export type Question = { candidate: Candidate; precision: Precision }

/** The candidates that no answer has ruled out. */
export type CandidatesLeft = {
  /** Returns the likeliest candidate; undefined if none is left. */
  first(): Candidate | undefined
  /** Returns the request whose acceptance is nearest to an even chance; undefined if no answer would rule anything out. */
  bestQuestion(usable: readonly Precision[]): Question | undefined
  /** Keeps the candidates that sign a question's request as its own candidate does; if `isAlike` is false, the others. */
  keep(question: Question, isAlike: boolean): void
}

/** The candidates that share a key: their number, and their total weight now and before the first answer. */
type Group = { size: number; weight: number; weightAtFirst: number }

/**
 * Starts with all candidates, given with the likeliest first. The groups of each precision are kept for a whole search, since an answer
 * removes few candidates from them.
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
        // A group of all candidates rules nothing out, even if rounding suggests it.
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
    // Members may be deleted from a set during its iteration.
    for (const other of left) if ((keyOf(other, at) === key) !== isAlike) remove(other)
  }
  return { first: () => left.values().next().value, bestQuestion, keep }
}

/** Returns the key of a candidate at a precision; -1 if it has none. */
const keyOf = ({ keys }: Candidate, at: number): number => keys[at] ?? -1

/** Sorts groups with the heaviest first. */
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
