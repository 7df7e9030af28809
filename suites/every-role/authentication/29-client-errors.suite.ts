/** AUTH-29 · Refusals of this layer have a 4xx status (the document shows none). */

import { without } from '../../../harness/http/faults.ts'
import { isRefusedWith4xx, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { authenticationHeaders } from '../../../protocol/request/request.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send } from '../../support/authentication/authenticated-operations.ts'
import { provokeFailures, type Refusal } from './failures.ts'

const expectClientError = (operation: AuthenticatedOperation, { failure, response }: Refusal) =>
  expectThat(isRefusedWith4xx(response), `${operation.name} is not refused with a 4xx for ${failure}`, {
    expected: 'a 4xx',
    actual: summary(response),
  })

onEveryOperation('authentication-refusals', (clause, operation) =>
  clause('AUTH-29', `${operation.name} refused with a 4xx`, async context => {
    const named = await provokeFailures(context, operation)
    const missing = authenticationHeaders.map(async header => ({
      failure: `a missing ${header}`,
      response: await send(context, operation, operation.body(context), { tamper: without(header) }),
    }))
    const refusals = [...named, ...(await Promise.all(missing))].filter(({ response }) => !isSuccess(response))
    for (const refusal of refusals) expectClientError(operation, refusal)
  }),
)
