import querystring from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import { isObject, type Json, type JsonObject, parseStrict } from '../../../../protocol/json/json.ts'
import { roles } from '../../../../protocol/operations.ts'
import { isRefusal, type Prepare, rewriteResponses } from '../../support/server-hooks.ts'
import type { SharedMutant } from '../shared-mutant.ts'

const always = () => true

/** Changes the error object of JSON refusals, all or only some. */
const changeErrors = (
  change: (error: JsonObject) => Json,
  isMeant: (request: FastifyRequest) => boolean = always,
): Prepare =>
  rewriteResponses((text, request, reply) => {
    if (!isRefusal(reply, text) || !isMeant(request)) return text
    const { error = null } = parseStrict(text) as JsonObject
    return JSON.stringify({ error: isObject(error) ? change(error) : error })
  })

const stackOf = (error: JsonObject): string[] => new Error(String(error.message)).stack?.split('\n') ?? []

const withStack = (error: JsonObject): JsonObject => ({ ...error, details: { stack: stackOf(error).join('\n') } })

/** Returns whether the body or URL of a request contains non-ASCII letters. */
const isBeyondAscii = ({ url, body }: FastifyRequest): boolean =>
  !/^[ -~\s]*$/.test(querystring.unescape(url) + String(body))

/** Faults in the error object (ERR-01, ERR-04). */
export const errorMutants: readonly SharedMutant[] = [
  {
    name: 'details are a text',
    roles,
    breaks: 'ERR-01',
    story: 'details repeats the message at greater length.',
    prepare: changeErrors(error => ({ ...error, details: String(error.message) })),
  },
  {
    name: 'empty details are null',
    roles,
    breaks: 'ERR-01',
    story: 'The error class has the member, with null as its default.',
    prepare: changeErrors(({ details = null, ...error }) => ({
      ...error,
      details: isObject(details) && Object.keys(details).length > 0 ? details : null,
    })),
  },
  {
    name: 'empty details are an empty list',
    roles,
    breaks: 'ERR-01',
    story: 'An empty array of PHP, which JSON writes as a list.',
    prepare: changeErrors(({ details = [], ...error }) => ({
      ...error,
      details: isObject(details) && Object.keys(details).length > 0 ? details : [],
    })),
  },
  {
    name: 'details of a missing balance are a list',
    roles: ['gateway'],
    breaks: 'ERR-01',
    story: 'The accounts with too little money are listed there, but omitted for strangers.',
    prepare: changeErrors(error => (error.code === 'INSUFFICIENT_FUNDS' ? { ...error, details: [] } : error)),
  },
  {
    name: 'message is a list',
    roles,
    breaks: 'ERR-01',
    story: 'The validator finds several errors, and the framework lists them there.',
    prepare: changeErrors(error => ({ ...error, message: [error.message ?? ''] })),
  },
  {
    name: 'errors show where they were thrown',
    roles,
    breaks: 'ERR-04',
    story: 'NODE_ENV was not set in production.',
    prepare: changeErrors(withStack),
  },
  {
    name: 'errors at letters beyond ASCII show where they were thrown',
    roles,
    breaks: 'ERR-04',
    needsOthers: true,
    story: 'The database driver throws its own error there, which the handler does not know.',
    prepare: changeErrors(withStack, isBeyondAscii),
  },
  {
    name: 'errors show the query that found nothing',
    roles,
    breaks: 'ERR-04',
    story: 'The message of the database driver is passed on.',
    prepare: changeErrors(error => ({
      ...error,
      details: { cause: `no row for SELECT * FROM participants WHERE ocid = $1 (${error.code})` },
    })),
  },
]
