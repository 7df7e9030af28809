/**
 * ERR-02 · Wherever a documented condition is refused, code and status are the pair of the table (a condition that is
 * not refused at all breaks only its own row).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { authenticatedOperations, sendControl } from '../../support/authentication/authenticated-operations.ts'
import type { RefusalCondition } from '../../support/errors/refusal-condition.ts'
import { refusalConditions } from '../../support/errors/refusal-conditions.ts'
import { hasLayerCode } from '../../support/errors/refused-requests.ts'
import { forOperations } from '../../support/parametrize.ts'

const { clause } = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

/** Returns whether a request was accepted, which for a browser's request means a redirect. */
const isAccepted = (operation: OperationName, response: HttpResponse) =>
  isSuccess(response) || (operations[operation].role === 'kyc' && response.status >= 200 && response.status < 400)

const expectStatusAndCode = async (context: CheckContext, condition: RefusalCondition) => {
  const { operation, name, code, status } = condition
  const authenticated = authenticatedOperations.find(candidate => candidate.name === operation)
  if (authenticated) await sendControl(context, authenticated)
  await condition.control?.(context)
  const response = await condition.provoke(context)
  if (isAccepted(operation, response)) notApplicable(`The target does not refuse ${name}, which fails another clause.`)
  if (!operations[operation].authenticated && hasLayerCode(response))
    notApplicable('The target requires authentication for a public operation (AUTH-20).')
  expectThat(
    response.status === status && codeOf(response) === code,
    `${operation} answers ${name} with a different refusal than the documented one`,
    { expected: `${status} ${code}`, actual: summary(response) },
  )
}

for (const condition of refusalConditions)
  clause(
    'ERR-02',
    `${condition.operation} with ${condition.name}`,
    context => expectStatusAndCode(context, condition),
    forOperations(condition.operation),
  )
