import { isDecimal, toMinorUnits } from '../../../protocol/amount.ts'
import { exponentOf } from '../../../protocol/currency.ts'
import { Refusal } from '../../../protocol/errors.ts'
import type { Money } from '../../../reference/every-role/wire-format/values.ts'
import { amountIsAccepted, currencyIsSupported } from '../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { amountRefusal, currencyRefusal } from '../../../reference/gateway/money.ts'
import { paymentAmountIsAccepted, paymentCurrencyIsSupported } from '../../../reference/gateway/payment/create.ts'
import { paymentIsNotOver } from '../../../reference/gateway/payment/expiry.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import {
  callerMayDebit,
  destinationExists,
  sourceExists,
  transferAmountIsAccepted,
} from '../../../reference/gateway/transfer.ts'
import { replace, swap } from '../../support/changes.ts'
import type { Variant } from '../variant.ts'

const { checkoutRules, paymentRules, transferRules } = gatewayPolicies

/** Accepts zero. */
const acceptZero = (money: Money): Refusal | undefined =>
  toMinorUnits(money.amount, money.currency) === 0n ? undefined : amountRefusal(money)

/** Accepts amounts within a range, in minor units. */
const acceptRange =
  (least: bigint, most: bigint) =>
  (money: Money): Refusal | undefined => {
    const minor = toMinorUnits(money.amount, money.currency)
    return minor !== undefined && minor >= least && minor <= most
      ? undefined
      : new Refusal('FRAUD_SUSPECTED', 403, 'The payment was declined.')
  }

/** Replaces the amount rule at checkout, transfer and payment. */
const replaceAmountRules = (refuses: (money: Money) => Refusal | undefined): Partial<GatewayPolicies> => ({
  checkoutRules: replace(checkoutRules, amountIsAccepted, ({ request }) => refuses(request.order)),
  transferRules: replace(transferRules, transferAmountIsAccepted, ({ request }) => refuses(request)),
  paymentRules: replace(paymentRules, paymentAmountIsAccepted, ({ request }) => refuses(request)),
})

const acceptAnyDecimal = ({ amount }: Money): Refusal | undefined =>
  isDecimal(amount) ? undefined : new Refusal('AMOUNT_NOT_ACCEPTED', 400, 'The amount is not accepted.')

const renameCodes: GatewayPolicies['refuse'] = (refusal, operation) => {
  const other = {
    CURRENCY_NOT_SUPPORTED: ['UNSUPPORTED_CURRENCY', 422],
    AMOUNT_NOT_ACCEPTED: ['LIMIT_EXCEEDED', 403],
  } as const
  const [code, status] = other[refusal.code as keyof typeof other] ?? [refusal.code, refusal.status]
  return gatewayPolicies.refuse(new Refusal(code, status, refusal.message), operation)
}

const refuseTransferToSelf: GatewayPolicies['transferRules'][number] = ({ request: { from, to } }) =>
  from.ocid === to.ocid ? new Refusal('SAME_ACCOUNT', 409, 'Sender and recipient are the same.') : undefined

/** Other rules for amounts and currencies: the document gives neither ranges nor codes. */
export const amountVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'currency and amount are refused with codes and statuses of their own',
    story: 'The document gives none.',
    policies: { refuse: renameCodes },
  },
  {
    name: 'the amount is looked at before the currency',
    story: 'The fraud checks run first.',
    policies: { checkoutRules: swap(checkoutRules, currencyIsSupported, amountIsAccepted) },
  },
  {
    name: 'zero is an amount',
    story: 'A voucher can pay for a whole order.',
    policies: replaceAmountRules(acceptZero),
  },
  {
    name: 'fraud checks take ten cents to a hundred dollars',
    story: 'A pilot, whose operator configures the range.',
    policies: replaceAmountRules(acceptRange(10n, 10_000n)),
    settings: { amounts: { USD: { min: '0.10', max: '100.00' }, EUR: { min: '0.10', max: '100.00' } } },
  },
  {
    name: 'pending payments may have more digits than their currency',
    story: 'The provider that settles them rounds.',
    policies: {
      paymentRules: replace(paymentRules, paymentAmountIsAccepted, ({ request }) => acceptAnyDecimal(request)),
    },
  },
  {
    name: 'orders come in every currency that can be paid',
    story: 'The acquirer converts; settlement is in the currencies that the metadata lists.',
    policies: {
      checkoutRules: replace(checkoutRules, currencyIsSupported, ({ request: { order }, gateway }) =>
        exponentOf(order.currency) === undefined ? currencyRefusal(order, gateway) : undefined,
      ),
    },
  },
  {
    name: 'a transfer to the same account is refused',
    story: 'It would only add a row.',
    policies: { transferRules: [...transferRules, refuseTransferToSelf] },
  },
  {
    name: 'the currency of a transfer is looked at before its amount',
    story: 'As at checkout.',
    policies: {
      transferRules: [
        sourceExists,
        callerMayDebit,
        destinationExists,
        ({ request, gateway }) => currencyRefusal(request, gateway),
        transferAmountIsAccepted,
      ],
    },
  },
  {
    name: 'a payment may be created that is over already',
    story: 'expiresAt is not compared with the clock.',
    policies: { paymentRules: paymentRules.filter(check => check !== paymentIsNotOver) },
  },
  {
    name: 'pending payments take any currency',
    story: 'The provider that settles them decides.',
    policies: { paymentRules: paymentRules.filter(check => check !== paymentCurrencyIsSupported) },
  },
]
