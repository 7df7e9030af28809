/**
 * META-07 · Every declared capability whose request the document shows for this role (orders.checkout, transfer.create,
 * payment.create, verify.txid, kyc.grant) is really answered: not 405 or 501, and not 404 but for verify's
 * TXID_NOT_FOUND. payment.settle, transfer.webhook on a gateway, kyc.validate, kyc.data: observed only (META-17).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { Blocked, expectThat } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { authenticatedOperations, send } from '../../support/authentication/authenticated-operations.ts'
import { isAnswered, probeOperation } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })

/** Verifies a payment, because an unknown txid and an unknown path may get the same response. */
const verifyPayment = async (context: CheckContext): Promise<HttpResponse> => {
  const payment = await context.pay(context.paymentOf(context.merchant))
  return context.verify(textOf(memberOf(payment.json, 'txid') ?? context.fresh('tx')), { isUnknown: true })
}

/** Sends a correct request if its identities are provisioned, or else one without authentication. */
const callOperation = async (context: CheckContext, name: OperationName): Promise<HttpResponse | undefined> => {
  const operation = authenticatedOperations.find(candidate => candidate.name === name)
  try {
    if (name === 'verify') return await verifyPayment(context)
    if (operation) return await send(context, operation, operation.body(context))
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
  return probeOperation(context, name, context.run.target.apiUrl)
}

const documented = ['orders.checkout', 'transfer.create', 'payment.create', 'verify'] as const

for (const name of documented)
  clause(
    'META-07',
    `declared ${operations[name].capability} answered`,
    async context => {
      const response = await callOperation(context, name)
      expectThat(response !== undefined && isAnswered(response), `${name} is declared but does not respond`, {
        expected: 'a response of the operation: not 404, 405 or 501',
        actual: response ? summary(response) : 'nothing listens there',
      })
    },
    { operations: ['metadata', name] },
  )
