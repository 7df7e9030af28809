import { type CanonicalForm, canonicalize } from '../../protocol/canonical.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { reverseAllMembers, sortAllMembers } from '../../protocol/json-spellings.ts'
import { canonicalRequest } from '../../protocol/request.ts'
import { hasCanonicalJson } from '../../protocol/request-form.ts'
import { type LikelyForm, likelyRequestForms } from '../../protocol/request-forms.ts'

/** A form, and the canonical JSON in it where it has any. */
export type Candidate = LikelyForm & { canonicalJson: CanonicalForm; keys: ReadonlyMap<Blur, string> }

/**
 * How a request of the search is made. A blurred one looks the same under many forms, so that one answer tells of all of
 * them: its nonce is its timestamp, its body is canonical already, and its path has no query. Each feature sharpens it.
 */
export type Blur = { ownNonce: boolean; ownBody: boolean; query: boolean }

/** `unclear`: the answer tells nothing of the signature. */
export type Verdict = 'taken' | 'refused' | 'unclear'

export type Probe = (candidate: Candidate, blur: Blur) => Promise<Verdict>

const blurs: readonly Blur[] = [
  { ownNonce: false, ownBody: false, query: false },
  { ownNonce: true, ownBody: false, query: false },
  { ownNonce: true, ownBody: true, query: false },
  { ownNonce: true, ownBody: true, query: true },
]

/**
 * Every likely form with each of the canonical forms that are possible, those that come later being less likely. `sample`:
 * the body that the requests of the search have, as far as its members go.
 */
export const candidatesFor = (possible: readonly CanonicalForm[], sample: JsonObject): Candidate[] => {
  const stands = standIns(sample)
  return likelyRequestForms().flatMap(likely =>
    (hasCanonicalJson(likely.form) ? possible : possible.slice(0, 1)).map((canonicalJson, at) => ({
      ...likely,
      canonicalJson,
      weight: likely.weight / (at === 0 ? 1 : 4 * at),
      keys: new Map(blurs.map((blur, i) => [blur, canonicalRequest(stands[i] ?? none, likely.form, canonicalJson)])),
    })),
  )
}

const none = { method: '', path: '', ocid: '', timestamp: '', nonce: '', body: '' }

/** For each blur a request that stands for those that are sent: what is equal there is equal here. */
const standIns = (sample: JsonObject) =>
  blurs.map(({ ownNonce, ownBody, query }) => ({
    method: 'POST',
    path: query ? '/p?q=1' : '/p',
    ocid: '1',
    timestamp: '2',
    nonce: ownNonce ? '3' : '2',
    body: ownBody ? scattered(sample) : canonicalize(sample),
  }))

/** The same JSON as nobody would canonicalize it: members from last to first, blanks between them. */
export const scattered = (value: JsonObject): string =>
  JSON.stringify(reverseAllMembers(sortAllMembers(value)), null, 1)

export type Search = {
  /** The likeliest candidate that accounts for every answer; undefined where there is none, or `most` probes did not do. */
  found: Candidate | undefined
  probes: number
}

/**
 * Finds the form by which a target verifies requests, in as few probes as its likelihood allows: each probe is the one whose
 * answer is expected to rule out most. Heading: Authentication (which bytes make up the canonical request is not shown).
 */
export const searchRequestForm = async (
  candidates: readonly Candidate[],
  probe: Probe,
  most: number,
): Promise<Search> => {
  let left = candidates
  let usable = blurs
  let taken: Candidate | undefined
  for (let probes = 0; probes < most; probes++) {
    const next = likeliestQuestion(left, usable) ?? (taken ? undefined : confirmation(left, usable))
    if (next === undefined) return { found: left[0] ?? taken, probes }
    const verdict = await probe(next.candidate, next.blur)
    if (verdict === 'unclear') usable = usable.filter(blur => blur !== next.blur)
    else left = left.filter(({ keys }) => (keys.get(next.blur) === next.key) === (verdict === 'taken'))
    // What is left by elimination is believed once it was taken as it is.
    if (verdict === 'taken' && isSharp(next.blur)) taken = left[0]
  }
  return { found: taken, probes: most }
}

const isSharp = ({ ownNonce, ownBody }: Blur): boolean => ownNonce && ownBody

type Question = { candidate: Candidate; blur: Blur; key: string }

const confirmation = ([candidate]: readonly Candidate[], usable: readonly Blur[]): Question | undefined => {
  const blur = usable.find(isSharp)
  return candidate && blur && { candidate, blur, key: candidate.keys.get(blur) ?? '' }
}

/** The request and text whose being taken or refused are nearest to equally likely; undefined where no answer tells anything. */
const likeliestQuestion = (left: readonly Candidate[], usable: readonly Blur[]): Question | undefined => {
  const total = left.reduce((sum, { weight }) => sum + weight, 0)
  let best: Question | undefined
  let most = 0
  for (const blur of usable) {
    for (const [key, { candidate, weight }] of classesOf(left, blur)) {
      const gain = Math.min(weight, total - weight)
      // What is all there is left tells nothing, whatever rounding says.
      if (gain > most && weight < total * 0.999_999_999) {
        best = { candidate, blur, key }
        most = gain
      }
    }
  }
  return best
}

/** The candidates by the text that a request has under them, with the first of each class and the weight of all of it. */
const classesOf = (left: readonly Candidate[], blur: Blur): Map<string, { candidate: Candidate; weight: number }> => {
  const classes = new Map<string, { candidate: Candidate; weight: number }>()
  for (const candidate of left) {
    const key = candidate.keys.get(blur) ?? ''
    const known = classes.get(key)
    if (known) known.weight += candidate.weight
    else classes.set(key, { candidate, weight: candidate.weight })
  }
  return classes
}
