import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { ErrorCode } from '../../../protocol/errors.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { farSeconds, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

type Provoke = (context: CheckContext, operation: AuthenticatedOperation) => PromiseLike<HttpResponse>

const withUsedNonce: Provoke = async (context, operation) => {
  const nonce = context.fresh('n')
  await send(context, operation, operation.body(context), { nonce }).asControl()
  return send(context, operation, operation.body(context), { nonce })
}

/** One request for each failure with a documented code. */
const failures: Partial<Record<ErrorCode, Provoke>> = {
  INVALID_SIGNATURE: (context, operation) =>
    send(context, operation, operation.body(context), { key: generatePrivateKey() }),
  TIMESTAMP_EXPIRED: (context, operation) =>
    send(context, operation, operation.body(context), { timestamp: context.requestNow() - farSeconds }),
  NONCE_REUSED: withUsedNonce,
  UNKNOWN_OCID: (context, operation) => send(context, operation, operation.body(context), { as: context.nobody }),
}

/** A refusal, and the failure that caused it. */
export type Refusal = { failure: string; response: HttpResponse }

/** Provokes each failure; returns the refusals. */
export const provokeFailures = async (context: CheckContext, operation: AuthenticatedOperation): Promise<Refusal[]> => {
  await sendControl(context, operation)
  const responses = Object.entries(failures).map(async ([failure, provoke]) => ({
    failure,
    response: await provoke(context, operation),
  }))
  // Accepting one of them fails another clause.
  const refusals = (await Promise.all(responses)).filter(({ response }) => !isSuccess(response))
  return refusals.length > 0 ? refusals : notApplicable('The target refuses none of these failures.')
}
