// Other texts that a signature may have been made over, each with a name for the report.
import { type CanonicalWriting, canonicalForms, canonicalize } from '../json/canonical.ts'
import { knownEscapes, withEscapes } from '../json/escapes.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { escapeNonAscii, sortedWithSpaces } from '../json/spellings.ts'
import { knownRequestForms } from '../request/likely-request-forms.ts'
import { canonicalRequest, type RequestParts, withoutQuery } from '../request/request.ts'
import { hasCanonicalJson, type RequestForm } from '../request/request-form.ts'

/** A value with the words that name it in a sentence. */
export type Named<T> = { name: string; value: T }

/** Lists the texts that a signer may have used as the canonical text of a payload ("Authentication"). Clauses: SIG-07, SIG-08. */
export const payloadTexts = (payload: Json): Named<string>[] =>
  distinct([
    ...canonicalForms.flatMap(form => attempt(`canonical JSON (${form})`, () => canonicalize(payload, form))),
    ...foreignTexts(payload),
    ...['order', 'proof', 'config'].flatMap(member =>
      attempt(`canonical JSON of { ${member} } around it`, () => canonicalize({ [member]: payload })),
    ),
    ...changedTexts(payload),
  ])

/** Keeps the first of equal texts. */
export const distinct = (texts: readonly Named<string>[]): Named<string>[] =>
  [...new Map(texts.toReversed().map(text => [text.value, text])).values()].toReversed()

/** Lists the texts that other languages and libraries produce. */
const foreignTexts = (payload: Json): Named<string>[] => [
  ...attempt('JSON with the members in the order received', () => JSON.stringify(payload)),
  ...attempt('sorted JSON with a blank after each colon and comma', () => sortedWithSpaces(payload)),
  ...attempt('sorted JSON with blanks and \\u escapes', () => escapeNonAscii(sortedWithSpaces(payload))),
  ...canonicalForms.flatMap(form =>
    fewestEscapes.flatMap(escapes =>
      attempt(`canonical JSON (${form}) that escapes ${escapes.join(', ')}`, () =>
        withEscapes(canonicalize(payload, form), escapes),
      ),
    ),
  ),
  ...attempt('canonical JSON with an empty member signature', () =>
    canonicalize({ ...objectOf(payload), signature: '' }),
  ),
  ...attempt('canonical JSON indented by two blanks', () => indented(canonicalize(payload))),
  ...attempt('canonical JSON with a final line feed', () => `${canonicalize(payload)}\n`),
  ...attempt('canonical JSON without the member signature', () => canonicalize(withoutSignature(payload))),
  ...attempt('canonical JSON in Unicode form NFC', () => canonicalize(payload).normalize('NFC')),
]

/** The fewest first: of two sets that give the same text, the smaller one explains it. */
const fewestEscapes = knownEscapes.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length)

/** How many members are tried with another value. */
const maximumMembers = 24

/** Lists the payload as it may have been when it was signed: without a member, or with a member of another type. */
const changedTexts = (payload: Json): Named<string>[] =>
  Object.entries(objectOf(payload))
    .slice(0, maximumMembers)
    .flatMap(([name, value]) => {
      const { [name]: _, ...rest } = objectOf(payload)
      return [
        ...attempt(`canonical JSON without the member ${name}`, () => canonicalize(rest)),
        ...otherTypes(value).flatMap(([what, other]) =>
          attempt(`canonical JSON with the member ${name} ${what}`, () => canonicalize({ ...rest, [name]: other })),
        ),
      ]
    })

/** Returns a number for digits, a string for a number, milliseconds for a timestamp. */
const otherTypes = (value: Json): [string, Json][] => {
  if (typeof value === 'string' && /^\d{1,15}(\.\d{1,15})?$/.test(value)) return [['as a number', Number(value)]]
  if (typeof value !== 'number') return []
  return [
    ['as a text', String(value)],
    ['in milliseconds', value * 1000],
  ]
}

const objectOf = (payload: Json): JsonObject => (isObject(payload) ? payload : {})

/** Lists the texts of a whole document, for a signer who signed it instead of one member. */
export const documentTexts = (document: JsonObject): Named<string>[] =>
  ofPart('the whole document without its signature', payloadTexts(withoutSignature(document)))

const ofPart = (part: string, texts: Named<string>[]): Named<string>[] =>
  texts.map(({ name, value }) => ({ name: `${name} of ${part}`, value }))

/** Lists the texts that a signer may have used as the canonical request ("Authentication"). Clause: AUTH-21. */
export const requestTexts = (parts: RequestParts): Named<string>[] => {
  const forms = Object.entries(knownRequestForms())
  const ofVariants = requestVariants(parts).flatMap(variant =>
    forms
      .slice(0, formsWithVariants)
      .flatMap(form => requestText(variant.value, form).map(text => withVariant(text, variant.name))),
  )
  return [...forms.flatMap(form => requestText(parts, form)), ...ofVariants]
}

/** How many of the likeliest forms are tried with request variants. */
const formsWithVariants = 23

const withVariant = ({ name, value }: Named<string>, variant: string): Named<string> => ({
  name: `${name}, with ${variant}`,
  value,
})

const requestText = (parts: RequestParts, [name, form]: [string, RequestForm]): Named<string>[] =>
  (hasCanonicalJson(form) ? writings : writings.slice(0, 1)).flatMap(writing => {
    const { canonicalJson, canonicalEscapes } = writing
    const others = [...(canonicalJson === 'rfc8785' ? [] : [canonicalJson]), ...canonicalEscapes]
    return attempt(`the canonical request (${[name, ...others].join('; ')})`, () =>
      canonicalRequest(parts, form, writing),
    )
  })

/** The usual ways to write the canonical JSON in a request. */
const writings: readonly CanonicalWriting[] = canonicalForms.flatMap(canonicalJson =>
  [[], ['slash'] as const].map(canonicalEscapes => ({ canonicalJson, canonicalEscapes })),
)

/** Lists the requests that a signer or verifier may have used instead of the one that was sent. */
export const requestVariants = (parts: RequestParts): Named<RequestParts>[] => [
  ...shorterPaths(parts.path).map(path => ({ name: `the path ${path}`, value: { ...parts, path } })),
  { name: 'the method in lower case', value: { ...parts, method: parts.method.toLowerCase() } },
  { name: 'an empty body', value: { ...parts, body: '' } },
  ...[
    ...attempt('the path without its query', () => withoutQuery(parts.path)),
    ...attempt('the path decoded', () => decodeURI(parts.path)),
  ]
    .filter(({ value }) => value !== parts.path)
    .map(({ name, value }) => ({ name, value: { ...parts, path: value } })),
  ...[
    ...attempt('the body written anew', () => rewritten(parts.body)),
    ...attempt('the body with \\u escapes', () => escapeNonAscii(rewritten(parts.body))),
    ...attempt('the body in Unicode form NFC', () => rewritten(parts.body).normalize('NFC')),
    ...attempt('the body with sorted members', () => canonicalize(JSON.parse(textOf(parts.body)))),
  ].map(({ name, value }) => ({ name, value: { ...parts, body: value } })),
]

const textOf = (body: Uint8Array | string): string => (typeof body === 'string' ? body : new TextDecoder().decode(body))

const rewritten = (body: Uint8Array | string): string => JSON.stringify(JSON.parse(textOf(body)))

/** Removes the first elements of '/api/v1/orders/create' one by one: a signer behind a prefix may sign the rest. */
const shorterPaths = (path: string): string[] => {
  const elements = path.split('/')
  return elements.slice(2).map((_, index) => `/${elements.slice(index + 2).join('/')}`)
}

/** Skips candidates that have no canonical form. */
const attempt = (name: string, make: () => string): Named<string>[] => {
  try {
    return [{ name, value: make() }]
  } catch {
    return []
  }
}

const withoutSignature = (payload: Json): JsonObject => {
  const { signature, ...rest } = isObject(payload) ? payload : {}
  if (signature === undefined) throw new TypeError('the payload has no member signature')
  return rest
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
