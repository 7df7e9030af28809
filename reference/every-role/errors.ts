import type { FastifyError } from 'fastify'
import { Refusal } from '../../protocol/errors.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { StorageFailure } from '../service/storage.ts'
import type { JsonResponse } from './contract.ts'

/**
 * Returns the answer to a request that is refused (heading "Error"): code, message and details, always all three. The operation
 * is undefined for an unknown path. Clauses: ERR-01, ERR-02, ERR-06.
 */
export const refuse = (refusal: Refusal, _operation: OperationName | undefined): JsonResponse => ({
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

/** Returns the refusal of a request that is not a documented operation, or not valid HTTP. Clause: ERR-05. */
export const rejectHttp = (status: number, message = 'The request cannot be processed.'): Refusal =>
  new Refusal(codes[status] ?? 'INVALID_REQUEST', status, message)

// Only Fastify's own errors have a status.
const statusOf = (error: unknown): number => (error as Partial<FastifyError>).statusCode ?? 500

/**
 * Turns any error into a refusal. Errors of HTTP keep their 4xx; state that cannot be saved is a 503; any other error is a bug,
 * which is reported and answered with a bare 500. Clause: ERR-04.
 */
export const toRefusal = (error: unknown, reportBug: (error: unknown) => void): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof StorageFailure)
    return new Refusal('STATE_NOT_SAVED', 503, 'The state cannot be saved at present. Try again later.')
  const status = statusOf(error)
  if (status < 500) return rejectHttp(status)
  reportBug(error)
  return new Refusal('INTERNAL_ERROR', 500, 'Something went wrong.')
}
