import { Refusal } from '../../../../protocol/errors.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import { isSignedWith } from '../../../../reference/every-role/payload-signatures.ts'
import {
  checkoutRules,
  orderHasNotExpired,
  orderIsSigned,
  settlementIsAccepted,
} from '../../../../reference/gateway/checkout.ts'
import type { Checkout, GatewayPolicies, Movement, Transfer } from '../../../../reference/gateway/contract.ts'
import { payeeIsRegistered, paymentRules } from '../../../../reference/gateway/payment/create.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { callerMayDebit, destinationExists, transferRules } from '../../../../reference/gateway/transfer.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Skips a rule if a request has, or lacks, a member. */
const skipIf =
  <T>(rule: Rule<T>, isSkipped: (subject: T) => boolean): Rule<T> =>
  subject =>
    isSkipped(subject) ? undefined : rule(subject)

const skipAtCheckout = (rule: Rule<Checkout>, isSkipped: (checkout: Checkout) => boolean) => ({
  checkoutRules: replace(checkoutRules, rule, skipIf(rule, isSkipped)),
})

/** Refuses an order that was not signed with one of several keys. */
const signedByOneOf =
  (keysOf: (checkout: Checkout) => Iterable<string>): Rule<Checkout> =>
  checkout => {
    const { request, gateway } = checkout
    const signed = { payload: request.order as JsonObject, signature: request.signature }
    return [...keysOf(checkout)].some(key => isSignedWith(key, signed, gateway))
      ? undefined
      : new Refusal('INVALID_SIGNATURE', 400, 'The order is not signed.')
  }

const isOfOrder = ({ request: { order } }: Transfer): boolean => order !== undefined

/** The OCIDs that are currently paying an order. */
const payers = new Set<number>()

const notePayer: Rule<Transfer> = transfer => {
  if (isOfOrder(transfer)) payers.add(transfer.request.from.ocid)
  return undefined
}

/** Overdraws an account from which an order is being paid. */
const moveForOrder: GatewayPolicies['move'] = (movement: Movement, store) => {
  const isForOrder = payers.delete(movement.from.ocid)
  return gatewayPolicies.move(movement, store) || isForOrder
}

/** Checks that are skipped for requests with other members, or with another signer. */
export const skippedCheckMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'any registered merchant may sign an order',
    breaks: 'CHECKOUT-03',
    story: "All merchants' keys are tried, because an order arrived before its merchant was looked up.",
    policies: {
      checkoutRules: replace(
        checkoutRules,
        orderIsSigned,
        signedByOneOf(({ gateway }) => [...gateway.directory.merchants.values()].map(({ publicKey }) => publicKey)),
      ),
    },
  },
  {
    name: 'an order without a memo need not be signed',
    breaks: 'CHECKOUT-03',
    alsoBreaks: ['SIG-03'],
    story: 'The signature was added for texts that customers read.',
    policies: skipAtCheckout(orderIsSigned, ({ request: { order } }) => order.memo === undefined),
  },
  {
    name: 'an order without items never expires',
    breaks: 'CHECKOUT-04',
    story: 'Donations have no items, and are welcome at any time.',
    policies: skipAtCheckout(orderHasNotExpired, ({ request: { order } }) => order.items === undefined),
  },
  {
    name: 'an order without an expiry need not accept the gateway',
    breaks: 'CHECKOUT-06',
    story: 'Orders of the first version had neither member.',
    policies: skipAtCheckout(settlementIsAccepted, ({ request: { order } }) => order.expiresAt === undefined),
  },
  {
    name: 'whoever pays an order may debit any account',
    breaks: 'TRANSFER-07',
    story: 'Orders are paid in a separate branch, which lacks the check.',
    policies: { transferRules: replace(transferRules, callerMayDebit, skipIf(callerMayDebit, isOfOrder)) },
  },
  {
    name: 'an order for an unknown recipient is paid to its sender',
    breaks: 'TRANSFER-08',
    story: 'accounts.find(to) ?? from, in the branch for orders.',
    policies: {
      transferRules: replace(transferRules, destinationExists, transfer => {
        const refusal = destinationExists(transfer)
        if (refusal === undefined || !isOfOrder(transfer)) return refusal
        const { request } = transfer
        request.to = { ...request.to, ocid: request.from.ocid }
        return undefined
      }),
    },
  },
  {
    name: 'whoever pays an order needs no balance',
    breaks: 'TRANSFER-09',
    story: 'The branch for orders trusts the check of the cart, which read the balance minutes ago.',
    policies: { transferRules: [...transferRules, notePayer], move: moveForOrder },
  },
  {
    name: 'a payment for an order needs no registered merchant',
    breaks: 'PAYMENT-04',
    story: 'The merchant is taken from the order, and looked up only at settlement.',
    policies: {
      paymentRules: replace(
        paymentRules,
        payeeIsRegistered,
        skipIf(payeeIsRegistered, ({ request: { order } }) => order !== undefined),
      ),
    },
  },
]
