import { isObject, type Json, type JsonObject } from '../../../../protocol/json.ts'
import { shapeViolations } from '../../../../reference/every-role/wire-format.ts'
import { callees, inEach, type SharedMutant } from '../shared-mutant.ts'
import { changed, type Policies, readingBody, toText } from './body-changes.ts'

/** Bodies are looked at as if they were others, and go on as they are. */
const lookingAt = (change: (body: JsonObject) => JsonObject): Policies => ({
  shapeViolations: (schema, body) => shapeViolations(schema, isObject(body) ? change(body) : body),
})

/** What is signed in a body, with another content. */
const payloadOf = (body: JsonObject, change: (payload: JsonObject) => JsonObject): JsonObject =>
  ['order', 'proof'].reduce(
    (whole, name) => changed(whole, name, payload => (isObject(payload) ? change(payload) : payload)),
    body,
  )

const toInteger = (value: Json): Json => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)

const ocidIn = (party: Json): Json => (isObject(party) ? changed(party, 'ocid', toInteger) : toInteger(party))

const toSeconds = (value: Json): Json =>
  typeof value === 'string' && Date.parse(value) > 0 ? Math.floor(Date.parse(value) / 1000) : value

/** Members that may be absent, wherever they are. */
const isOptional = (path: string): boolean =>
  /^(\/order|\/proof)?\/(memo|reference|expiresAt|items)(\/|$)|^\/(from|to)\/reference$|^\/proof\/(from|to)\/reference$|^\/(order\/)?urls(\/|$)/.test(
    path,
  )

/** Faults in which members a body may have, and of which type (FMT-08, FMT-09). */
export const memberMutants: readonly SharedMutant[] = [
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
