import type { CanonicalWriting } from '../../protocol/json/canonical.ts'
import type { LikelyForm } from '../../protocol/request/likely-request-forms.ts'
import type { SignatureEncoding } from '../../protocol/signature/signature.ts'

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

/** Candidates that sign the same text, the likeliest first, and the weight of all. */
type Group = { members: Set<Candidate>; weight: number }

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
      const key = textOf(candidate, precision)
      const group = atPrecision.get(key)
      group?.members.delete(candidate)
      if (group?.members.size === 0) atPrecision.delete(key)
      else if (group) group.weight -= candidate.weight
    }
  }
  const bestQuestion = (usable: readonly Precision[]): Question | undefined => {
    const total = [...left].reduce((sum, { weight }) => sum + weight, 0)
    let best: { members: Set<Candidate>; precision: Precision } | undefined
    let most = 0
    for (const precision of usable)
      for (const { members, weight } of groups.get(precision)?.values() ?? []) {
        const gain = Math.min(weight, total - weight)
        // A group of all candidates shows nothing, even if rounding says otherwise.
        if (gain <= most || members.size === left.size) continue
        best = { members, precision }
        most = gain
      }
    const [candidate] = best?.members ?? []
    return best && candidate && { candidate, precision: best.precision }
  }
  const keep = ({ candidate, precision }: Question, isAlike: boolean) => {
    const key = textOf(candidate, precision)
    for (const other of [...left]) if ((textOf(other, precision) === key) !== isAlike) remove(other)
  }
  return { first: () => left.values().next().value, bestQuestion, keep }
}

const textOf = ({ keys }: Candidate, precision: Precision): string => keys.get(precision) ?? ''

const groupsOf = (candidates: readonly Candidate[], precision: Precision): Map<string, Group> => {
  const groups = new Map<string, Group>()
  for (const candidate of candidates) {
    const key = textOf(candidate, precision)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { members: new Set([candidate]), weight: candidate.weight })
    else {
      group.members.add(candidate)
      group.weight += candidate.weight
    }
  }
  return groups
}
