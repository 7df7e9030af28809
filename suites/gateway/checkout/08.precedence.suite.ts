import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import {
  type CheckoutFault,
  checkoutFaults,
  checkoutWithFaults,
} from '../../support/gateway/checkout/checkout-faults.ts'
import { settledCurrencies } from '../../support/gateway/currencies.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { subsetsOf } from '../../support/subsets.ts'

type Refusals = ReadonlyMap<CheckoutFault, HttpResponse>

/** Tries each fault alone; accepting one of them fails another clause. */
const refuseEachAlone = async (context: CheckContext): Promise<Refusals> => {
  const faults = checkoutFaults.filter(fault => fault !== 'currency' || settledCurrencies(context) !== undefined)
  const responses = await Promise.all(
    faults.map(async fault => [fault, await checkoutWithFaults(context, [fault])] as const),
  )
  return new Map(responses.filter(([, response]) => !isSuccess(response) && !response.silence))
}

const expectFirstReported = async (context: CheckContext, faults: CheckoutFault[], alone: Refusals) => {
  const response = await checkoutWithFaults(context, faults)
  const [first] = faults
  const expected = first && alone.get(first)
  if (!expected) return
  const isFirst = response.status === expected.status && codeOf(response) === codeOf(expected)
  expectThat(isFirst, `with the faults ${faults.join(', ')}, the first one, ${first}, is not reported`, {
    expected: summary(expected),
    actual: summary(response),
  })
}

const suite = defineSuite({ id: 'checkout-order', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

clause('CHECKOUT-08', 'several conditions violated at once', async context => {
  await checkoutControl(context)
  const alone = await refuseEachAlone(context)
  if (alone.size < 2) blocked('the target refuses fewer than two of the faults, which shows no precedence')
  const combinations = subsetsOf([...alone.keys()]).filter(faults => faults.length > 1)
  await Promise.all(combinations.map(faults => expectFirstReported(context, faults, alone)))
  await checkoutControl(context)
})

/** The precedence of the checks before accepting. Heading: POST /orders/checkout. */
export const checkoutPrecedence = whereDeclared(suite)
