import type { FastifyInstance } from 'fastify'
import { isDecimal } from '../../../../protocol/amount.ts'
import type { Json } from '../../../../protocol/json/json.ts'
import { parseBody } from '../../../../reference/every-role/wire-format/bodies.ts'
import { rewriteResponses } from '../../support/server-hooks.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'
import { changeBody, changeIfPresent, toText } from './body-changes.ts'

/** Normalizes everything that Number accepts, unless it is a valid decimal. */
const normalizeNumber = (value: Json): Json =>
  typeof value === 'string' && !isDecimal(value) && Number(value) > 0 ? String(Number(value)) : value

const devanagari = '०१२३४५६७८९'

/** Reads digits of another script, as int() and Decimal() do in Python. */
const readOtherDigits = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/[०-९]/g, digit => String(devanagari.indexOf(digit))) : value

const readDigitsBehindTheFirst = (value: Json): Json =>
  typeof value === 'string' && /^[0-9]/.test(value) ? readOtherDigits(value) : value

const acceptAnyContentType = (server: FastifyInstance): void => {
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
}

/** Changes the text of a body before it is read. */
const readBodyAfter = (change: (text: string) => string) => ({
  parseBody: (bytes: Uint8Array) => parseBody(Buffer.from(change(Buffer.from(bytes).toString()))),
})

/** Faults in which bodies and amounts are accepted (FMT-05, FMT-06). */
export const bodyMutants: readonly SharedMutant[] = [
  {
    name: 'amounts may be numbers',
    roles: authenticatedRoles,
    breaks: 'FMT-05',
    story: 'The validator coerces types by default.',
    policies: changeBody(body => changeIfPresent(body, 'amount', toText)),
  },
  {
    name: 'amounts are whatever is a number',
    roles: authenticatedRoles,
    breaks: 'FMT-05',
    story: 'Number() accepts blanks, exponents and hexadecimal digits.',
    policies: changeBody(body => changeIfPresent(body, 'amount', normalizeNumber)),
  },
  {
    name: 'the digits of an amount may be those of any script',
    roles: authenticatedRoles,
    breaks: 'FMT-05',
    story: '\\d+ means every digit of Unicode, and Decimal() reads them all.',
    policies: changeBody(body => changeIfPresent(body, 'amount', readOtherDigits)),
  },
  {
    name: 'digits behind the first may be those of any script',
    roles: authenticatedRoles,
    breaks: 'FMT-05',
    story: '(0|[1-9]\\d*) is ASCII only in front.',
    policies: changeBody(body => changeIfPresent(body, 'amount', readDigitsBehindTheFirst)),
  },
  {
    name: 'every content type is taken for JSON',
    roles: authenticatedRoles,
    breaks: 'FMT-06',
    story: 'express.json({ type: "*/*" }), for a client that sent none.',
    prepare: acceptAnyContentType,
  },
  {
    name: 'a list of one body is a body',
    roles: authenticatedRoles,
    breaks: 'FMT-06',
    story: 'An old client sends lists of one element.',
    policies: {
      parseBody: bytes => {
        const body = parseBody(bytes)
        return Array.isArray(body) && body[0] !== undefined ? body[0] : body
      },
    },
  },
  {
    name: 'NaN and Infinity are read as in Python',
    roles: authenticatedRoles,
    breaks: 'FMT-06',
    story: 'json.loads() accepts them by default.',
    policies: readBodyAfter(text => text.replaceAll(/:\s*(NaN|-?Infinity)\b/g, ':null')),
  },
  {
    name: 'a body may have a comma too many',
    roles: authenticatedRoles,
    breaks: 'FMT-06',
    story: 'The parser for hand-written settings reads requests too.',
    policies: readBodyAfter(text => text.replace(/,\s*}$/, '}')),
  },
  {
    name: 'what has another content type is refused in plain text',
    roles: authenticatedRoles,
    breaks: 'FMT-06',
    story: 'The framework refuses it before the error handler runs.',
    prepare: rewriteResponses((text, _request, reply) => {
      if (reply.statusCode !== 415) return text
      reply.type('text/plain; charset=utf-8')
      return 'Unsupported Media Type'
    }),
  },
]
