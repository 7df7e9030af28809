import type { CheckContext } from '../../../../harness/context.ts'
import { codeOf, isSuccess, type PendingResponse, summary } from '../../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import { expectThat } from '../../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../../protocol/signature/keys.ts'
import type { Order } from '../../../../schemas/messages.ts'
import { settledCurrencies, unsupportedCurrency } from '../currencies.ts'

/** The numbered checks of POST /orders/checkout, in sequence. */
const checkoutFaults = ['not a merchant', 'signature', 'expiry', 'settlement', 'currency'] as const

/** The name of a reason to refuse an order. */
export type CheckoutFault = (typeof checkoutFaults)[number]

/** Properties of the faulty orders: their faults in detail, and a change to each order, such as missing members. */
export type FaultyOrders = {
  /** Seconds since an order expired, a day by default. */
  expiredFor?: number
  /** The accepted OCIDs other than the gateway, by default a similar one. */
  accepts?: readonly number[]
  change?: (order: Order) => Order
}

const day = 86_400

/** Sends a checkout that has exactly these faults. */
export const checkoutWithFaults = (
  context: CheckContext,
  faults: readonly CheckoutFault[],
  { expiredFor = day, accepts = [context.ocid + 1], change = order => order }: FaultyOrders = {},
): PendingResponse => {
  const has = (fault: CheckoutFault) => faults.includes(fault)
  const caller = has('not a merchant') ? context.asMerchant(context.partner) : context.merchant
  const expiresAt = context.run.clock.earliest() - expiredFor
  const order = caller.order({
    ...(has('settlement') ? { accepts: [...accepts] } : {}),
    ...(has('currency') ? { currency: unsupportedCurrency(context) } : {}),
  })
  const times = has('expiry') ? { createdAt: expiresAt - 3_600, expiresAt } : {}
  const changed = { ...change(order), ...times }
  return context.checkout(caller.signs(changed, has('signature') ? { key: generatePrivateKey() } : {}), { as: caller })
}

/** The target's response to each fault alone, if it refuses it. */
export type CheckoutRefusals = ReadonlyMap<CheckoutFault, HttpResponse>

/** Tries each fault alone; accepting one of them fails another clause. */
export const refuseEachAlone = async (context: CheckContext, orders: FaultyOrders = {}): Promise<CheckoutRefusals> => {
  const faults = checkoutFaults.filter(fault => fault !== 'currency' || settledCurrencies(context) !== undefined)
  const responses = await Promise.all(
    faults.map(async fault => [fault, await checkoutWithFaults(context, [fault], orders)] as const),
  )
  return new Map(responses.filter(([, response]) => !isSuccess(response) && !response.silence))
}

/** Fails the clause unless an order with several faults is refused for the first of them. */
export const expectFirstReported = async (
  context: CheckContext,
  faults: readonly CheckoutFault[],
  { alone, orders = {} }: { alone: CheckoutRefusals; orders?: FaultyOrders },
): Promise<void> => {
  const response = await checkoutWithFaults(context, faults, orders)
  const [first] = faults
  const expected = first && alone.get(first)
  if (!expected) return
  const isFirst = response.status === expected.status && codeOf(response) === codeOf(expected)
  expectThat(isFirst, `with the faults ${faults.join(', ')}, the first one, ${first}, is not reported`, {
    expected: summary(expected),
    actual: summary(response),
  })
}
