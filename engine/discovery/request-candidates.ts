import { type CanonicalWriting, canonicalize, rfc8785Writing } from '../../protocol/json/canonical.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import { type LikelyForm, likelyRequestForms } from '../../protocol/request/likely-request-forms.ts'
import { canonicalRequest } from '../../protocol/request/request.ts'
import { belowBaseForm, hasCanonicalJson, isSameForm, type RequestForm } from '../../protocol/request/request-form.ts'
import type { SignatureEncoding } from '../../protocol/signature/signature.ts'
import type { Candidate } from './candidates-left.ts'
import { precisions, scattered } from './request-form-search.ts'

type Search = {
  /** The canonical JSONs that the target may have; later ones are less likely. */
  possible: readonly CanonicalWriting[]
  /** A body with the same members as the requests of the search. */
  sample: JsonObject
  /** The path of the target's base address. */
  base: string
  /** The encodings that payload signatures may have, the likeliest first. */
  encodings: readonly SignatureEncoding[]
}

/** Combines every likely form with each possible canonical JSON, path and encoding. */
export const candidatesFor = ({ possible, sample, base, encodings }: Search): Candidate[] => {
  const requests = sampleRequests(sample, base)
  const writings = distinctIn(possible)
  const keyOf = createKeys()
  return formsFor(base).flatMap(likely =>
    (hasCanonicalJson(likely.form) ? writings : writings.slice(0, 1)).flatMap((writing, at) => {
      const texts = requests.map(request => canonicalRequest(request, likely.form, writing))
      const weight = likely.weight / (at === 0 ? 1 : 4 * at)
      return encodingsFor(encodings, weight).map(([written, share]) => ({
        ...likely,
        writing,
        encoding: written,
        weight: weight * share,
        keys: texts.map(text => keyOf(written, text)),
      }))
    }),
  )
}

/** Returns a function that numbers each pair of an encoding and a string, so that many candidates can be compared cheaply. */
const createKeys = () => {
  const byEncoding = new Map<SignatureEncoding, Map<string, number>>()
  let next = 0
  return (encoding: SignatureEncoding, text: string): number => {
    const byText = byEncoding.get(encoding) ?? new Map<string, number>()
    byEncoding.set(encoding, byText)
    const key = byText.get(text) ?? next++
    byText.set(text, key)
    return key
  }
}

/** Returns the canonical JSONs that the requests of a search can distinguish: their texts are ASCII, and only a slash may be escaped. */
const distinctIn = (possible: readonly CanonicalWriting[]): readonly CanonicalWriting[] => {
  const keyOf = ({ canonicalJson, canonicalEscapes }: CanonicalWriting) =>
    `${canonicalJson} ${canonicalEscapes.includes('slash')}`
  const unique = new Map(possible.toReversed().map(writing => [keyOf(writing), writing]))
  return unique.size === 0 ? [rfc8785Writing] : [...unique.values()].toReversed()
}

/** By encoding, how likely a target uses it for X-OC-Signature when it writes payload signatures in another. */
const otherEncodings: readonly (readonly [SignatureEncoding, number])[] = [
  ['compact-hex', 0.3],
  ['compact-base64', 0.3],
  ['der-base64', 0.25],
  ['der-hex', 0.25],
  ['compact-base64url', 0.15],
  ['der-base64url', 0.1],
  ['compact-hex-0x', 0.1],
  ['recoverable-hex', 0.1],
]

/** Combinations less likely than this are left out: they are two rare choices at once. */
const minimumWithOtherEncoding = 0.005

const encodingsFor = (same: readonly SignatureEncoding[], weight: number): (readonly [SignatureEncoding, number])[] => [
  ...same.map((encoding, at) => [encoding, 1 / (at + 1)] as const),
  ...otherEncodings.filter(([other, share]) => !same.includes(other) && weight * share >= minimumWithOtherEncoding),
]

/** How likely a target verifies the path without its base address, as behind a proxy that removes the base. */
const belowBaseWeight = 0.4

/** How likely the proxy removes only the first part of it. */
const partOfBaseWeight = 0.2

const formsFor = (base: string): LikelyForm[] =>
  likelyRequestForms().flatMap(likely => [
    likely,
    ...(base === '' ? [] : withPath(likely, belowBaseForm(likely.form), belowBaseWeight)),
    ...endsOf(base).flatMap(end => withPath(likely, belowPart(likely.form, end), partOfBaseWeight)),
  ])

const withPath = (likely: LikelyForm, form: RequestForm, share: number): LikelyForm[] =>
  isSameForm(form, likely.form)
    ? []
    : [{ name: `${likely.name}; the path below the base`, form, weight: likely.weight * share }]

/** '/a/b/c' gives '/b/c' and '/c'. */
const endsOf = (base: string): string[] => {
  const elements = base.split('/').slice(1)
  return elements.slice(1, mostEnds + 1).map((_, index) => `/${elements.slice(index + 1).join('/')}`)
}

const mostEnds = 3

/** Returns the form with the path below a part of the base; the form itself if it has no template. */
const belowPart = (form: RequestForm, end: string): RequestForm =>
  'template' in form && !form.template.includes('${url:')
    ? {
        template: form.template.replace(
          /\$\{path(name)?\}/,
          (_, name: string = '') => `${end}\${path${name}BelowBase}`,
        ),
      }
    : form

/** Returns a sample request for each precision: forms that sign it the same also sign the requests of the search the same. */
const sampleRequests = (sample: JsonObject, base: string) =>
  precisions.map(({ ownNonce, ownBody, query }) => ({
    method: 'POST',
    path: `${base}${query ? '/p?q=1' : '/p'}`,
    base,
    ocid: '1',
    timestamp: '2',
    nonce: ownNonce ? '3' : '2',
    body: ownBody ? scattered(sample) : canonicalize(sample),
  }))
