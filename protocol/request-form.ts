/**
 * What of a request is signed ("Authentication": not shown). `template` with the variables method, path (as on the
 * request line), pathname, query, ocid, timestamp, nonce, body, bodyHash, canonicalBody, canonicalBodyHash, written
 * `${method}`; `members`: canonical JSON of { body, method, nonce, ocid, path, timestamp }, the header values as
 * strings; `body`: canonical JSON of the body alone.
 */
export type RequestForm = { template: string } | { members: true } | { body: true }

/** The name of a choice and the part of the template that it writes. */
type Choices = Readonly<Record<string, string>>

const orders: Choices = {
  'method, path, ocid, timestamp, nonce, body': 'method path ocid timestamp nonce body',
  'method, path, timestamp, nonce, ocid, body': 'method path timestamp nonce ocid body',
  'method, path, timestamp, nonce, body': 'method path timestamp nonce body',
  'method, path, body, timestamp, nonce': 'method path body timestamp nonce',
  'ocid, timestamp, nonce, method, path, body': 'ocid timestamp nonce method path body',
  'timestamp, nonce, method, path, body': 'timestamp nonce method path body',
  'ocid, timestamp, nonce, body': 'ocid timestamp nonce body',
  'timestamp, nonce, body': 'timestamp nonce body',
  'method, path, ocid, nonce, timestamp, body': 'method path ocid nonce timestamp body',
  'timestamp, method, path, body': 'timestamp method path body',
}

const separators: Choices = { 'line feeds': '\n', nothing: '', colons: ':', bars: '|', dots: '.' }

const bodies: Choices = {
  'hash of the body': 'bodyHash',
  'the body': 'body',
  'hash of the canonical body': 'canonicalBodyHash',
  'the canonical body': 'canonicalBody',
}

const template = (order: string, separator: string, body: string): string =>
  order
    .split(' ')
    .map(part => `\${${part === 'body' ? body : part}}`)
    .join(separator)

/** METHOD, PATH, OCID, TIMESTAMP, NONCE and hex(SHA-256(body)), joined by line feeds. */
export const referenceRequestForm: RequestForm = {
  template: template('method path ocid timestamp nonce body', '\n', 'bodyHash'),
}

type Named = { name: string; form: RequestForm; distance: number }

// Every combination, those nearest to the reference first: who chose otherwise seldom chose everything otherwise.
const combinations = (): Named[] =>
  Object.entries(orders).flatMap(([orderName, order], i) =>
    Object.entries(separators).flatMap(([separatorName, separator], j) =>
      Object.entries(bodies).map(([bodyName, body], k) => ({
        name: `${orderName}; joined by ${separatorName}; ${bodyName}`,
        form: { template: template(order, separator, body) },
        distance: Math.sign(i) + Math.sign(j) + Math.sign(k),
      })),
    ),
  )

const otherChoices = (): [string, RequestForm][] =>
  combinations()
    .filter(({ distance }) => distance > 0)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ name, form }) => [name, form])

const ofItsOwn: Readonly<Record<string, RequestForm>> = {
  'canonical JSON of the body alone': { body: true },
  'the body alone': { template: '${body}' },
  'canonical JSON of body, method, nonce, ocid, path, timestamp': { members: true },
  'the same with ocid and timestamp as numbers': {
    template:
      '{"body":${canonicalBody},"method":"${method}","nonce":"${nonce}","ocid":${ocid},"path":"${path}","timestamp":${timestamp}}',
  },
  'the reference with a final line feed': {
    template: `${template('method path ocid timestamp nonce body', '\n', 'bodyHash')}\n`,
  },
  'the reference with the path without its query': {
    template: template('method pathname ocid timestamp nonce body', '\n', 'bodyHash'),
  },
}

/** The reference with one part left out: a mistake more often than a choice, and a target that makes it can still be spoken to. */
const incomplete: Readonly<Record<string, RequestForm>> = Object.fromEntries(
  ['nonce', 'timestamp', 'path', 'body', 'method'].map(part => {
    const rest = 'method path ocid timestamp nonce body'.split(' ').filter(one => one !== part)
    return [`the reference without the ${part}`, { template: template(rest.join(' '), '\n', 'bodyHash') }]
  }),
)

/** The forms that can be recognized, by what they are; the reference first, then the likelier ones first. */
export const knownRequestForms: Readonly<Record<string, RequestForm>> = {
  reference: referenceRequestForm,
  ...ofItsOwn,
  ...incomplete,
  ...Object.fromEntries(otherChoices()),
}

/** Whether the canonical form of JSON makes a difference to it. */
export const usesCanonicalJson = (form: RequestForm): boolean =>
  !('template' in form) || form.template.includes('${canonicalBody')
