import type { FastifyInstance } from 'fastify'
import { isDecimal } from '../../../protocol/amount.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { roles } from '../../../protocol/operations.ts'
import { readClaims } from '../../../reference/every-role/authentication/authenticate.ts'
import type { CommonPolicies } from '../../../reference/every-role/policies.ts'
import { parseBody, shapeViolations } from '../../../reference/every-role/wire-format.ts'
import { restated } from '../changes.ts'
import { answersWith, isMetadata } from './answered.ts'
import { callees, inEach, type SharedMutant } from './shared-mutant.ts'

type Policies = Partial<CommonPolicies>

/** Bodies are changed before they are looked at. */
const readingBody = (change: (body: JsonObject) => Json): Policies => ({
  parseBody: bytes => {
    const body = parseBody(bytes)
    return isObject(body) ? change(body) : body
  },
})

/** Bodies are looked at as if they were others, and go on as they are. */
const lookingAt = (change: (body: JsonObject) => JsonObject): Policies => ({
  shapeViolations: (schema, body) => shapeViolations(schema, isObject(body) ? change(body) : body),
})

/** A member with another value, where it is there. */
const changed = (body: JsonObject, member: string, change: (value: Json) => Json): JsonObject =>
  body[member] === undefined ? body : restated(body, member, value => change(value ?? null))

/** What is signed in a body, with another content. */
const payloadOf = (body: JsonObject, change: (payload: JsonObject) => JsonObject): JsonObject =>
  ['order', 'proof'].reduce(
    (whole, name) => changed(whole, name, payload => (isObject(payload) ? change(payload) : payload)),
    body,
  )

const toText = (value: Json): Json => (typeof value === 'number' ? String(value) : value)

const toInteger = (value: Json): Json => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)

const ocidIn = (party: Json): Json => (isObject(party) ? changed(party, 'ocid', toInteger) : toInteger(party))

/** Whatever Number takes, unless it is a decimal already. */
const anyNumber = (value: Json): Json =>
  typeof value === 'string' && !isDecimal(value) && Number(value) > 0 ? String(Number(value)) : value

const toSeconds = (value: Json): Json =>
  typeof value === 'string' && Date.parse(value) > 0 ? Math.floor(Date.parse(value) / 1000) : value

/** How many lists and objects are open at once. */
const deepest = (text: string): number => {
  let [open, most] = [0, 0]
  for (const character of text) {
    open += '[{'.includes(character) ? 1 : ']}'.includes(character) ? -1 : 0
    most = Math.max(most, open)
  }
  return most
}

const anyContentType = (server: FastifyInstance): void => {
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
}

/** Members that may be absent, wherever they are. */
const isOptional = (path: string): boolean =>
  /^(\/order|\/proof)?\/(memo|reference|expiresAt|items)(\/|$)|^\/(from|to)\/reference$|^\/proof\/(from|to)\/reference$|^\/(order\/)?urls(\/|$)/.test(
    path,
  )

const silently = { reportBug: () => undefined }

const answers: readonly SharedMutant[] = [
  {
    name: 'answers begin with a byte-order mark',
    roles,
    breaks: 'FMT-04',
    story: 'The template was saved by an editor that puts one.',
    policies: { encode: body => `\ufeff${JSON.stringify(body)}` },
  },
  {
    name: 'answers are text/plain',
    roles,
    breaks: 'FMT-04',
    story: 'send(JSON.stringify(body)) makes a text of it.',
    prepare: answersWith((text, request, reply) => {
      if (!isMetadata(request) && text.startsWith('{')) reply.type('text/plain; charset=utf-8')
      return text
    }),
  },
]

const amounts: readonly SharedMutant[] = [
  {
    name: 'amounts may be numbers',
    roles: callees,
    breaks: 'FMT-05',
    story: 'The validator coerces types, as it does by default.',
    policies: readingBody(body => changed(body, 'amount', toText)),
  },
  {
    name: 'amounts are whatever is a number',
    roles: callees,
    breaks: 'FMT-05',
    story: 'Number() takes blanks, exponents and hexadecimal digits.',
    policies: readingBody(body => changed(body, 'amount', anyNumber)),
  },
]

const bodies: readonly SharedMutant[] = [
  {
    name: 'every content type is taken for JSON',
    roles: callees,
    breaks: 'FMT-06',
    story: 'express.json({ type: "*/*" }), for a client that sent none.',
    prepare: anyContentType,
  },
  {
    name: 'a list of one body is a body',
    roles: callees,
    breaks: 'FMT-06',
    story: 'A client of old sends lists, and has one element in them.',
    policies: {
      parseBody: bytes => {
        const body = parseBody(bytes)
        return Array.isArray(body) && body[0] !== undefined ? body[0] : body
      },
    },
  },
  {
    name: 'what has another content type is refused in plain text',
    roles: callees,
    breaks: 'FMT-06',
    story: 'The framework refuses it before the error handler is there.',
    prepare: answersWith((text, _request, reply) => {
      if (reply.statusCode !== 415) return text
      reply.type('text/plain; charset=utf-8')
      return 'Unsupported Media Type'
    }),
  },
  {
    name: 'deep nesting ends in a 500',
    roles: callees,
    breaks: 'FMT-07',
    story: 'A function that looks at every text calls itself for what is nested.',
    policies: {
      parseBody: bytes => {
        const depth = deepest(Buffer.from(bytes).toString())
        if (depth > 1_000) throw new RangeError('Maximum call stack size exceeded')
        return parseBody(bytes)
      },
    },
    ports: silently,
  },
  {
    name: 'long nonces end in a 500',
    roles: callees,
    breaks: 'FMT-07',
    story: 'The column has room for 255 characters, and the database says so.',
    policies: {
      readClaims: (rawHeaders, profile) => {
        const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === 'x-oc-nonce')
        if ((rawHeaders[at + 1] ?? '').length > 255) throw new Error('value too long for type character varying(255)')
        return readClaims(rawHeaders, profile)
      },
    },
    ports: silently,
  },
]

const members: readonly SharedMutant[] = [
  ...inEach(
    {
      name: 'OCIDs may be texts',
      breaks: 'FMT-08',
      story: 'Number(body.to), to be sure that it is one.',
      policies: readingBody(body => ['ocid', 'from', 'to'].reduce((whole, name) => changed(whole, name, ocidIn), body)),
    },
    { gateway: ['PAYMENT-11'], merchant: [] },
  ),
  {
    name: 'ids may be numbers',
    roles: callees,
    breaks: 'FMT-08',
    story: 'An id is a key of a map, and everything can be one.',
    policies: lookingAt(body =>
      ['id', 'txid'].reduce(
        (whole, name) =>
          changed(
            payloadOf(whole, payload => changed(payload, name, toText)),
            name,
            toText,
          ),
        body,
      ),
    ),
  },
  ...inEach(
    {
      name: 'a missing currency is taken for dollars',
      breaks: 'FMT-08',
      story: 'body.currency ?? "USD".',
      policies: readingBody(body => (body.amount === undefined ? body : { currency: 'USD', ...body })),
    },
    { gateway: ['TRANSFER-16', 'PAYMENT-11'], merchant: ['ORDER-06'] },
  ),
  {
    name: 'an order needs no id, and a proof no timestamp',
    roles: callees,
    breaks: 'FMT-08',
    story: 'required was left out of the schema of what is nested.',
    policies: lookingAt(body => payloadOf(body, payload => ({ id: '', timestamp: 0, ...payload }))),
  },
  {
    name: 'expiresAt may be a date',
    roles: callees,
    breaks: 'FMT-09',
    story: 'new Date() understands both.',
    policies: readingBody(body => changed(body, 'expiresAt', toSeconds)),
  },
  {
    name: 'only what is required is validated',
    roles: callees,
    breaks: 'FMT-09',
    story: 'The schema was written from the column that says what is required.',
    policies: {
      shapeViolations: (schema, body) => shapeViolations(schema, body).filter(({ path }) => !isOptional(path)),
    },
  },
]

/** Faults in what is taken for a message, and in how one is written. */
export const formatMutants: readonly SharedMutant[] = [...answers, ...amounts, ...bodies, ...members]
