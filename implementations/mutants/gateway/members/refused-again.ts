import { canonicalize } from '../../../../protocol/json/canonical.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import {
  checkoutRules,
  orderHasNotExpired,
  orderIsSigned,
  settlementIsAccepted,
} from '../../../../reference/gateway/checkout.ts'
import type { GatewayPolicies, Movement, Transfer } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { callerMayDebit, destinationExists, transferRules } from '../../../../reference/gateway/transfer.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Returns whether a message was seen before. */
const remember = (): ((message: object) => boolean) => {
  const seen = new Set<string>()
  return message => {
    const text = canonicalize(message as JsonObject)
    return seen.has(text) || !seen.add(text).has(text)
  }
}

/** Applies a rule to the first request only. */
const onlyAtFirst = <Subject>(rule: Rule<Subject>, messageOf: (subject: Subject) => object): Rule<Subject> => {
  const isKnown = remember()
  return subject => {
    const refusal = rule(subject)
    return refusal && isKnown(messageOf(subject)) ? undefined : refusal
  }
}

/** Moves the money of a repeated transfer regardless of the balance; no other request runs between rules and booking. */
const moveAgain = (): Partial<GatewayPolicies> => {
  const isKnown = remember()
  let isAgain = false
  const book = ({ from, to, minor }: Movement, store: Parameters<GatewayPolicies['move']>[1]): boolean => {
    store.credit(from.ocid, from.currency, -minor)
    store.credit(to.ocid, to.currency, minor)
    return true
  }
  return {
    transferRules: [
      ...transferRules,
      ({ request }) => {
        isAgain = isKnown(request)
        return undefined
      },
    ],
    move: (movement, store) => (isAgain ? book(movement, store) : gatewayPolicies.move(movement, store)),
  }
}

/** Refuses a missing destination at first, and credits the sender instead when the transfer is repeated. */
const returnAgain = (): Rule<Transfer> => {
  const isKnown = remember()
  return transfer => {
    const { request } = transfer
    const refusal = destinationExists(transfer)
    if (refusal === undefined || !isKnown(request)) return refusal
    request.to = { ...request.to, ocid: request.from.ocid }
    return undefined
  }
}

const onlyNewOrders = (rule: (typeof checkoutRules)[number]): Partial<GatewayPolicies> => ({
  checkoutRules: replace(
    checkoutRules,
    rule,
    onlyAtFirst(rule, ({ request }) => request.order),
  ),
})

/** Faults that accept a repeated request that was refused, as if it had been checked. */
export const refusedAgainMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the signature of an order that came before is not verified',
    breaks: 'CHECKOUT-03',
    story: 'Orders are recorded by their hash on arrival, so that a repeated one needs no second check.',
    policies: onlyNewOrders(orderIsSigned),
  },
  {
    name: 'the expiry of an order that came before is not looked at',
    breaks: 'CHECKOUT-04',
    story: 'Orders are recorded by their hash on arrival, so that a repeated one needs no second check.',
    policies: onlyNewOrders(orderHasNotExpired),
  },
  {
    name: 'the accepted gateways of an order that came before are not looked at',
    breaks: 'CHECKOUT-06',
    story: 'Orders are recorded by their hash on arrival, so that a repeated one needs no second check.',
    policies: onlyNewOrders(settlementIsAccepted),
  },
  {
    name: 'who may debit is not looked at when a transfer comes again',
    breaks: 'TRANSFER-07',
    story: 'A repetition is assumed to follow a lost response, and such requests had already been allowed.',
    policies: {
      transferRules: replace(
        transferRules,
        callerMayDebit,
        onlyAtFirst(callerMayDebit, ({ request }) => request),
      ),
    },
  },
  {
    name: 'a repeated transfer to an unknown recipient goes back to its sender',
    breaks: 'TRANSFER-08',
    story: 'Money that could not be delivered the first time is returned the second time, with a proof.',
    policies: { transferRules: replace(transferRules, destinationExists, returnAgain()) },
  },
  {
    name: 'the balance is not looked at when a transfer comes again',
    breaks: 'TRANSFER-09',
    story: 'The amount is reserved before the balance is compared, and a repetition finds its reservation.',
    policies: moveAgain(),
  },
]
