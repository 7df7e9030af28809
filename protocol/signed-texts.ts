// The texts that a signature may have been made over, other than the one that was expected, each by its name.
import { canonicalForms, canonicalize } from './canonical.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { escapeNonAscii, escapeSlashes, sortedWithSpaces } from './json-spellings.ts'
import { canonicalRequest, type RequestParts } from './request.ts'
import { type RequestForm, usesCanonicalJson } from './request-form.ts'
import { knownRequestForms } from './request-forms.ts'

/** A thing by the words that name it in a sentence. */
export type Named<T> = { name: string; it: T }

/** What a payload's signer may have taken for its canonical text. */
export const payloadTexts = (payload: Json): Named<string>[] => [
  ...canonicalForms.flatMap(form => attempt(`canonical JSON (${form})`, () => canonicalize(payload, form))),
  ...foreignTexts(payload),
  ...['order', 'proof', 'config'].flatMap(member =>
    attempt(`canonical JSON of { ${member} } around it`, () => canonicalize({ [member]: payload })),
  ),
  ...changedTexts(payload),
]

/** What other languages and habits make of it. */
const foreignTexts = (payload: Json): Named<string>[] => [
  ...attempt('JSON with the members in the order received', () => JSON.stringify(payload)),
  ...attempt('sorted JSON with a blank after each colon and comma', () => sortedWithSpaces(payload)),
  ...attempt('sorted JSON with blanks and \\u escapes', () => escapeNonAscii(sortedWithSpaces(payload))),
  ...attempt('canonical JSON with \\u escapes', () => escapeNonAscii(canonicalize(payload))),
  ...attempt('canonical JSON with escaped slashes', () => escapeSlashes(canonicalize(payload))),
  ...attempt('canonical JSON with <, > and & as \\u escapes', () =>
    canonicalize(payload).replace(/[<>&]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`),
  ),
  ...attempt('canonical JSON with an empty member signature', () =>
    canonicalize({ ...objectOf(payload), signature: '' }),
  ),
  ...attempt('canonical JSON indented by two blanks', () => indented(canonicalize(payload))),
  ...attempt('canonical JSON with a final line feed', () => `${canonicalize(payload)}\n`),
  ...attempt('canonical JSON without the member signature', () => canonicalize(withoutSignature(payload))),
  ...attempt('canonical JSON in Unicode form NFC', () => canonicalize(payload).normalize('NFC')),
]

/** How many members are tried for having been another value when they were signed. */
const mostMembers = 24

/** The payload as it may have been when it was signed: without a member, or with one of another type. */
const changedTexts = (payload: Json): Named<string>[] =>
  Object.entries(objectOf(payload))
    .slice(0, mostMembers)
    .flatMap(([name, value]) => {
      const { [name]: _, ...rest } = objectOf(payload)
      return [
        ...attempt(`canonical JSON without the member ${name}`, () => canonicalize(rest)),
        ...otherTypes(value).flatMap(([what, other]) =>
          attempt(`canonical JSON with the member ${name} ${what}`, () => canonicalize({ ...rest, [name]: other })),
        ),
      ]
    })

/** A number for a text of digits, a text for a number, a timestamp in milliseconds. */
const otherTypes = (value: Json): [string, Json][] => {
  if (typeof value === 'string' && /^\d{1,15}(\.\d{1,15})?$/.test(value)) return [['as a number', Number(value)]]
  if (typeof value !== 'number') return []
  return [
    ['as a text', String(value)],
    ['in milliseconds', value * 1000],
  ]
}

const objectOf = (payload: Json): JsonObject => (isObject(payload) ? payload : {})

/** A document whole, in place of the member that its signature is for. */
export const documentTexts = (document: JsonObject): Named<string>[] =>
  named('the whole document without its signature', payloadTexts(withoutSignature(document)))

const named = (what: string, texts: Named<string>[]): Named<string>[] =>
  texts.map(({ name, it }) => ({ name: `${name} of ${what}`, it }))

/** What a request's signer may have taken for its canonical request. */
export const requestTexts = (parts: RequestParts): Named<string>[] => {
  const forms = Object.entries(knownRequestForms())
  const sentOtherwise = variants(parts).flatMap(variant =>
    forms.slice(0, nearest).flatMap(form => requestText(variant.it, form).map(text => also(text, variant.name))),
  )
  return [...forms.flatMap(form => requestText(parts, form)), ...sentOtherwise]
}

/** How many forms are tried with other parts: the likeliest. */
const nearest = 23

const also = ({ name, it }: Named<string>, what: string): Named<string> => ({ name: `${name}, with ${what}`, it })

const requestText = (parts: RequestParts, [name, form]: [string, RequestForm]): Named<string>[] =>
  (usesCanonicalJson(form) ? canonicalForms : canonicalForms.slice(0, 1)).flatMap(json =>
    attempt(`the canonical request (${name}${json === 'rfc8785' ? '' : `; ${json}`})`, () =>
      canonicalRequest(parts, form, json),
    ),
  )

/** What a signer, or a verifier, may have taken for the request in place of what was sent. */
export const variants = (parts: RequestParts): Named<RequestParts>[] => [
  ...shorterPaths(parts.path).map(path => ({ name: `the path ${path}`, it: { ...parts, path } })),
  { name: 'the method in lower case', it: { ...parts, method: parts.method.toLowerCase() } },
  { name: 'an empty body', it: { ...parts, body: '' } },
  ...[
    ...attempt('the path without its query', () => withoutQuery(parts.path)),
    ...attempt('the path decoded', () => decodeURI(parts.path)),
  ]
    .filter(({ it }) => it !== parts.path)
    .map(({ name, it }) => ({ name, it: { ...parts, path: it } })),
  ...[
    ...attempt('the body written anew', () => rewritten(parts.body)),
    ...attempt('the body with \\u escapes', () => escapeNonAscii(rewritten(parts.body))),
    ...attempt('the body in Unicode form NFC', () => rewritten(parts.body).normalize('NFC')),
    ...attempt('the body with sorted members', () => canonicalize(JSON.parse(textOf(parts.body)))),
  ].map(({ name, it }) => ({ name, it: { ...parts, body: it } })),
]

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? path

const textOf = (body: Uint8Array | string): string => (typeof body === 'string' ? body : new TextDecoder().decode(body))

const rewritten = (body: Uint8Array | string): string => JSON.stringify(JSON.parse(textOf(body)))

/** '/api/v1/orders/create' without its first elements: what a signer below a prefix takes for the path. */
const shorterPaths = (path: string): string[] => {
  const elements = path.split('/')
  return elements.slice(2).map((_, index) => `/${elements.slice(index + 2).join('/')}`)
}

/** A text that cannot be had, for want of a canonical form, is none. */
const attempt = (name: string, make: () => string): Named<string>[] => {
  try {
    return [{ name, it: make() }]
  } catch {
    return []
  }
}

const withoutSignature = (payload: Json): JsonObject => {
  const { signature, ...rest } = isObject(payload) ? payload : {}
  if (signature === undefined) throw new TypeError('no signature inside')
  return rest
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
