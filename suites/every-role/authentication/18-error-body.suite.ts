/**
 * AUTH-18 · A refusal for a signature, timestamp, nonce or unknown OCID carries the error body with one of
 * INVALID_SIGNATURE, TIMESTAMP_EXPIRED, NONCE_REUSED, UNKNOWN_OCID, and is not a 2xx (missing and malformed headers:
 * AUTH-28; status: AUTH-23, AUTH-29).
 */

import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { authenticationCodes } from '../../../protocol/errors.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation } from '../../support/authentication/authenticated-operations.ts'
import { provokeFailures, type Refusal } from './failures.ts'

const expectLayerCode = (operation: AuthenticatedOperation, { failure, response }: Refusal) => {
  const codes: readonly string[] =
    failure === 'UNKNOWN_OCID' ? [...authenticationCodes, ...operation.unknownCallerCodes] : authenticationCodes
  const isDocumented = !response.silence && response.status >= 300 && codes.includes(textOf(codeOf(response)))
  expectThat(isDocumented, `the refusal of ${operation.name} for ${failure} is not the error body of this layer`, {
    expected: `no 2xx, and an error with one of ${codes.join(', ')}`,
    actual: summary(response),
  })
}

onEveryOperation('authentication-refusals', (clause, operation) =>
  clause('AUTH-18', `${operation.name} refused with the error body of the layer`, async context => {
    for (const refusal of await provokeFailures(context, operation)) expectLayerCode(operation, refusal)
  }),
)
