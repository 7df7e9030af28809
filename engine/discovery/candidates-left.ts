import type { CanonicalWriting } from '../../protocol/json/canonical.ts'
import type { LikelyForm } from '../../protocol/request/likely-request-forms.ts'
import type { SignatureEncoding } from '../../protocol/signature/signature.ts'

/**
 * A form with the canonical JSON in it and the encoding of its signature. `keys`: a number for each precision, which two
 * candidates share if they sign the same text in the same encoding.
 */
export type Candidate = LikelyForm & {
  writing: CanonicalWriting
  encoding: SignatureEncoding
  keys: ReadonlyMap<Precision, number>
}

/**
 * The features of a request that tell forms apart. Without any of them (the nonce equals the timestamp, the body is
 * canonical, the path has no query) many forms sign the same text, so that one answer decides about all of them.
 */
export type Precision = { ownNonce: boolean; ownBody: boolean; query: boolean }

/** A request whose answer tells which candidates are left. */
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

/** How many candidates have a key, and the weight of all: now, and when no answer was there. */
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
  const groups = new Map(precisions.map(precision => [precision, groupsOf(candidates, precision)]))
  const remove = (candidate: Candidate) => {
    left.delete(candidate)
    for (const [precision, atPrecision] of groups) {
      const key = keyOf(candidate, precision)
      const group = atPrecision.get(key)
      if (group === undefined) continue
      group.size -= 1
      group.weight -= candidate.weight
      if (group.size === 0) atPrecision.delete(key)
    }
  }
  const bestQuestion = (usable: readonly Precision[]): Question | undefined => {
    const total = [...left].reduce((sum, { weight }) => sum + weight, 0)
    let best: { key: number; precision: Precision } | undefined
    let most = 0
    for (const precision of usable)
      for (const [key, { size, weight, weightAtFirst }] of groups.get(precision) ?? []) {
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
    const candidate = [...left].find(other => keyOf(other, precision) === key)
    return candidate && { candidate, precision }
  }
  const keep = ({ candidate, precision }: Question, isAlike: boolean) => {
    const key = keyOf(candidate, precision)
    for (const other of [...left]) if ((keyOf(other, precision) === key) !== isAlike) remove(other)
  }
  return { first: () => left.values().next().value, bestQuestion, keep }
}

/** -1 for a precision that a candidate has no key for. */
const keyOf = ({ keys }: Candidate, precision: Precision): number => keys.get(precision) ?? -1

/** The heaviest group comes first. */
const groupsOf = (candidates: readonly Candidate[], precision: Precision): Map<number, Group> => {
  const groups = new Map<number, Group>()
  for (const candidate of candidates) {
    const key = keyOf(candidate, precision)
    const { size, weight } = groups.get(key) ?? { size: 0, weight: 0 }
    const together = weight + candidate.weight
    groups.set(key, { size: size + 1, weight: together, weightAtFirst: together })
  }
  return new Map([...groups].toSorted(([, a], [, b]) => b.weight - a.weight))
}
