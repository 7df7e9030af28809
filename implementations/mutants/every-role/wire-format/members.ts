import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'
import { shapeViolations } from '../../../../reference/every-role/wire-format/bodies.ts'
import { authenticatedRoles, perRole, type SharedMutant } from '../shared-mutant.ts'
import { changeBody, changeIfPresent, type Policies, toText } from './body-changes.ts'

/** Validates a changed copy of each body; the handler gets the original. */
const validateAs = (change: (body: JsonObject) => JsonObject): Policies => ({
  shapeViolations: (schema, body) => shapeViolations(schema, isObject(body) ? change(body) : body),
})

/** Changes the order and the proof of a body. */
const changePayload = (body: JsonObject, change: (payload: JsonObject) => JsonObject): JsonObject =>
  ['order', 'proof'].reduce(
    (whole, name) => changeIfPresent(whole, name, payload => (isObject(payload) ? change(payload) : payload)),
    body,
  )

const toInteger = (value: Json): Json => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)

/** Reads true as the number 1, as in Python, at any depth. */
const trueAsOne = (value: Json): Json => {
  if (value === true) return 1
  if (Array.isArray(value)) return value.map(trueAsOne)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trueAsOne(inner ?? null)]))
    : value
}

/** Reads a list of one value as that value. */
const onlyOne = (value: Json): Json => (Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value)

const parseOcid = (party: Json): Json =>
  isObject(party) ? changeIfPresent(party, 'ocid', toInteger) : toInteger(party)

const toSeconds = (value: Json): Json =>
  typeof value === 'string' && Date.parse(value) > 0 ? Math.floor(Date.parse(value) / 1000) : value

/** Returns whether a path leads to an optional member. */
const isOptionalPath = (path: string): boolean =>
  /^(\/order|\/proof)?\/(memo|reference|expiresAt|items)(\/|$)|^\/(from|to)\/reference$|^\/proof\/(from|to)\/reference$|^\/(order\/)?urls(\/|$)/.test(
    path,
  )

/** Faults in the members that a body may have, and their types (FMT-08, FMT-09). */
export const memberMutants: readonly SharedMutant[] = [
  ...perRole(
    {
      name: 'OCIDs may be texts',
      breaks: 'FMT-08',
      story: 'Number(body.to), to be sure that it is a number.',
      policies: changeBody(body =>
        ['ocid', 'from', 'to'].reduce((whole, name) => changeIfPresent(whole, name, parseOcid), body),
      ),
    },
    { gateway: ['PAYMENT-11'], merchant: [] },
  ),
  {
    name: 'ids may be numbers',
    roles: authenticatedRoles,
    breaks: 'FMT-08',
    story: 'An id is the key of a Map, and anything can be one.',
    policies: validateAs(body =>
      ['id', 'txid'].reduce(
        (whole, name) =>
          changeIfPresent(
            changePayload(whole, payload => changeIfPresent(payload, name, toText)),
            name,
            toText,
          ),
        body,
      ),
    ),
  },
  {
    name: 'true is an integer in required members',
    roles: ['merchant'],
    breaks: 'FMT-08',
    story: 'isinstance(timestamp, int), which is true of True.',
    policies: validateAs(body => changePayload(body, payload => changeIfPresent(payload, 'timestamp', trueAsOne))),
  },
  {
    name: 'true is an integer in items',
    roles: authenticatedRoles,
    breaks: 'FMT-09',
    story: 'isinstance(quantity, int), which is true of True.',
    policies: validateAs(body =>
      changePayload(changeIfPresent(body, 'items', trueAsOne), payload => changeIfPresent(payload, 'items', trueAsOne)),
    ),
  },
  {
    name: 'a memo may be a list of one text',
    roles: authenticatedRoles,
    breaks: 'FMT-09',
    story: 'The validator coerces lists of one value, as the query parser produces them.',
    policies: validateAs(body =>
      changePayload(changeIfPresent(body, 'memo', onlyOne), payload => changeIfPresent(payload, 'memo', onlyOne)),
    ),
  },
  ...perRole(
    {
      name: 'a missing currency is taken for dollars',
      breaks: 'FMT-08',
      story: 'body.currency ?? "USD".',
      policies: changeBody(body => (body.amount === undefined ? body : { currency: 'USD', ...body })),
    },
    { gateway: ['TRANSFER-16', 'PAYMENT-11'], merchant: ['ORDER-06'] },
  ),
  {
    name: 'an order needs no id, and a proof no timestamp',
    roles: authenticatedRoles,
    breaks: 'FMT-08',
    story: 'required was left out of the nested schemas.',
    policies: validateAs(body => changePayload(body, payload => ({ id: '', timestamp: 0, ...payload }))),
  },
  {
    name: 'expiresAt may be a date',
    roles: authenticatedRoles,
    breaks: 'FMT-09',
    story: 'new Date() understands both.',
    policies: changeBody(body => changeIfPresent(body, 'expiresAt', toSeconds)),
  },
  {
    name: 'only what is required is validated',
    roles: authenticatedRoles,
    breaks: 'FMT-09',
    story: 'The schema was written from the column "required" of the document.',
    policies: {
      shapeViolations: (schema, body) => shapeViolations(schema, body).filter(({ path }) => !isOptionalPath(path)),
    },
  },
]
