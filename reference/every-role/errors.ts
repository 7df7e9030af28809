import type { FastifyError } from 'fastify'
import { Refusal } from '../../protocol/errors.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { OperationName } from '../../protocol/operations.ts'

/** An answer before it is written; `type` where it is not `jsonType`. */
export type Answer = { status: number; body: JsonObject; type?: string }

export const jsonType = 'application/json; charset=utf-8'

/** The text of a body. */
export const encode = (body: JsonObject): string => JSON.stringify(body)

/** How a success is answered. */
export const answer = (_operation: OperationName, body: JsonObject): Answer => ({ status: 200, body })

/** How a refusal is answered (heading "Error"). The operation is undefined where the path leads to none. */
export const refuse = (refusal: Refusal, _operation: OperationName | undefined): Answer => ({
  status: refusal.status,
  body: refusal.body(),
})

const codes: Record<number, string> = {
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  413: 'BODY_TOO_LARGE',
  414: 'PATH_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  431: 'HEADERS_TOO_LARGE',
}

/** A refusal of what is no documented operation or no HTTP in order. */
export const rejectHttp = (status: number, message = 'The request cannot be processed.'): Refusal =>
  new Refusal(codes[status] ?? 'INVALID_REQUEST', status, message)

// Only Fastify's own errors have a status.
const statusOf = (error: unknown): number => (error as Partial<FastifyError>).statusCode ?? 500

/** Any error as a refusal: those of HTTP keep their 4xx, everything else is a bug and tells nothing. */
export const toRefusal = (error: unknown, reportBug: (error: unknown) => void): Refusal => {
  if (error instanceof Refusal) return error
  const status = statusOf(error)
  if (status < 500) return rejectHttp(status)
  reportBug(error)
  return new Refusal('INTERNAL_ERROR', 500, 'Something went wrong.')
}
