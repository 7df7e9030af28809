/**
 * FMT-10 · Amounts of zero, with leading zeros or a plus sign, or with more digits than the currency has; the range
 * that fraud checks take.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { authenticatedOperations, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { forOperations } from '../../support/parametrize.ts'
import { silentAmounts } from '../../support/wire-format/silent-amounts.ts'

/** Tries the largest amount that passes fraud checks only if no money moves. */
const largeAmounts = ({ movesMoney }: AuthenticatedOperation): Record<string, string> =>
  movesMoney ? {} : { 'a billion': '1000000000' }

const outcomeWord = (operation: AuthenticatedOperation, response: HttpResponse): string => {
  if (response.status !== 200) return answerOf(response)
  return operation.isRejection?.(response) ? 'rejected' : 'accepted'
}

const { clause } = defineSuite({ id: 'wire-format-answers', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

for (const operation of authenticatedOperations)
  clause.observe(
    'FMT-10',
    `${operation.name} with amounts on which the document is silent`,
    async context => {
      await sendControl(context, operation)
      const silent = Object.entries(silentAmounts(context)).map(([notation, { sent }]) => [notation, sent] as const)
      const amounts = [...silent, ...Object.entries(largeAmounts(operation))]
      const sent = amounts.map(([notation, value]) => {
        const body = operation.bodyWith(context, { path: operation.amountPath, value })
        return [notation, send(context, operation, body)] as const
      })
      await observeAnswers(context, Object.fromEntries(sent), response => outcomeWord(operation, response))
    },
    forOperations(operation.name),
  )
