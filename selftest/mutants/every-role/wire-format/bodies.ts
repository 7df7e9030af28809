import type { FastifyInstance } from 'fastify'
import { isDecimal } from '../../../../protocol/amount.ts'
import type { Json } from '../../../../protocol/json.ts'
import { parseBody } from '../../../../reference/every-role/wire-format.ts'
import { answersWith } from '../../../support/server-hooks.ts'
import { callees, type SharedMutant } from '../shared-mutant.ts'
import { changed, readingBody, toText } from './body-changes.ts'

/** Whatever Number takes, unless it is a decimal already. */
const anyNumber = (value: Json): Json =>
  typeof value === 'string' && !isDecimal(value) && Number(value) > 0 ? String(Number(value)) : value

const anyContentType = (server: FastifyInstance): void => {
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
}

/** Faults in which bodies and amounts are accepted (FMT-05, FMT-06). */
export const bodyMutants: readonly SharedMutant[] = [
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
]
