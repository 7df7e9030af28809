import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { createTransfer, referencedOrder } from '../../support/gateway/transactions.ts'

/** Returns a transfer for an order, with every optional member. */
export const fullTransfer = (
  context: CheckContext,
  plan: { from?: { ocid: number }; units?: number } = {},
): JsonObject => {
  const { from = context.partner, units = 1 } = plan
  const { order, orderReference } = referencedOrder(context, units)
  const to = { ocid: context.merchant.ocid, reference: order.id }
  return context.transferOf({ from, to, units, memo: 'Conformance', order: orderReference }) as JsonObject
}

/** Its optional members. */
export const optional = ['memo', 'order'] as const

/** Fails the clause if money moves when a similar number replaces the OCID of an account. */
export const expectOthersRefused = async (
  context: CheckContext,
  others: readonly number[],
  transferWith: (other: { ocid: number }) => Parameters<CheckContext['transfer']>[0],
): Promise<void> => {
  await createTransfer(context)
  for (const ocid of others) {
    const response = await context.transfer(transferWith({ ocid }))
    expectThat(!isSuccess(response), 'an OCID without an account is mistaken for another', {
      expected: `a refusal of ${ocid}, which has no account that the caller may use`,
      actual: summary(response),
    })
  }
}

/** Sends the body of a transfer. */
export const sendTransfer = (context: CheckContext, body: JsonObject, as = context.partner) =>
  context.call('transfer.create', body, { as })
