import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { fromMinorUnits } from '../../../protocol/amount.ts'
import { exponentOf } from '../../../protocol/currency.ts'
import { minimalRequest, orderSigned } from '../../support/merchant/orders.ts'
import { describeProofResponse, isAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'
import { expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'
import { isUnrelated } from '../../support/probe.ts'

/** Orders are paid in currencies of more and fewer minor digits than those of the run. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-currencies',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** Currencies of zero, two and three minor digits in which many shops sell. */
const sold = ['JPY', 'USD', 'KWD']

/** Minor units of an order: of a whole unit, and a trace, where there are digits for it. */
const units = 1_001n

/** Creates an order in a currency; undefined if the target does not take it. */
const orderIn = async (context: CheckContext, currency: string): Promise<PaidOrder | undefined> => {
  const request = { ...minimalRequest(context), currency, amount: fromMinorUnits(units, currency) }
  const response = await context.createOrder(request)
  return isSuccess(response) ? orderSigned(request, response.json) : undefined
}

const othersThan = (own: string): string[] => sold.filter(code => exponentOf(code) !== exponentOf(own))

const noneTaken = 'The target takes no orders in currencies of other minor digits.'

clause('WEBHOOK-01', 'proofs in currencies of other minor digits', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const orders = await Promise.all(othersThan(context.money.currency).map(code => orderIn(context, code)))
  const taken = orders.filter(order => order !== undefined)
  if (taken.length === 0) notApplicable(noneTaken)
  for (const order of taken) {
    const response = await context.deliver(gateway.signs(gateway.proof(order)))
    // The webhook may refuse a currency for its form.
    if (isClientError(response) || isUnrelated(response)) continue
    expectThat(isAcceptance(response), `the proof of an order in ${order.currency} is not accepted`, {
      expected: '200 accepted, as in the currency of the run',
      actual: describeProofResponse(response),
    })
  }
})

clause('WEBHOOK-07', 'proofs of one minor unit more and less in currencies of other minor digits', async context => {
  const { gateway } = context
  await sendProofControl(context)
  let isTried = false
  for (const currency of othersThan(context.money.currency)) {
    const control = await orderIn(context, currency)
    // Whether it is paid at all is decided by WEBHOOK-01.
    if (!control || !isAcceptance(await context.deliver(gateway.signs(gateway.proof(control))))) continue
    const order = await orderIn(context, currency)
    if (!order) continue
    isTried = true
    const changes = [units - 1n, units + 1n].map(other => ({ amount: fromMinorUnits(other, currency) }))
    await expectUnpaidAfter(context, order, { what: `one minor unit of ${currency} more or less`, changes })
  }
  if (!isTried) notApplicable(noneTaken)
})
