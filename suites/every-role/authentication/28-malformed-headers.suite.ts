/**
 * AUTH-28 · Code and status for a missing, empty, repeated or malformed header; whether a request that is refused for
 * its content uses up its nonce.
 */

import type { CheckContext } from '../../../harness/context.ts'
import { repeated, withHeader, without } from '../../../harness/http/faults.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { authenticationHeaders } from '../../../protocol/request/request.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { observeAnswers } from '../../support/observations.ts'

/** Sends requests with a header that is missing, empty, repeated or malformed. */
const sendMalformed = (
  context: CheckContext,
  operation: AuthenticatedOperation,
): [string, HttpResponse | PromiseLike<HttpResponse>][] => {
  const faults = authenticationHeaders.flatMap(header => [
    [`no ${header}`, without(header)] as const,
    [`empty ${header}`, withHeader(header, '')] as const,
    [`malformed ${header}`, withHeader(header, 'no such thing')] as const,
    [`repeated ${header}`, repeated(header, 'no such thing')] as const,
  ])
  return faults.map(([title, tamper]) => [title, send(context, operation, operation.body(context), { tamper })])
}

onEveryOperation('authentication-refusals', (clause, operation) =>
  clause.observe(
    'AUTH-28',
    `${operation.name} with a header that is missing, empty, malformed or repeated`,
    async context => {
      await sendControl(context, operation)
      await observeAnswers(context, Object.fromEntries(sendMalformed(context, operation)))
    },
  ),
)
