/** AUTH-23 · HTTP status of each authentication failure. */

import { onEveryOperation } from '../../support/authentication/authenticated-operations.ts'
import { provokeFailures } from './failures.ts'

onEveryOperation('authentication-refusals', (clause, operation) =>
  clause.observe('AUTH-23', `${operation.name}, status of each failure`, async context => {
    const statuses = (await provokeFailures(context, operation)).map(({ failure, response }) => [
      failure,
      response.silence ? 'no answer' : response.status,
    ])
    context.observe(Object.fromEntries(statuses))
  }),
)
