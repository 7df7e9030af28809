import { Refusal } from '../../../../protocol/errors.ts'
import type { MerchantPolicies, Objection, OrderCreation } from '../../../../reference/merchant/contract.ts'
import { orderRules } from '../../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { currencyDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import { recipientIsReceiver, webhookRules } from '../../../../reference/merchant/webhook/rules.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer } from '../support/policies.ts'
import { findOrderAfter, findOrderBy } from './found-orders.ts'

const isDollar = (currency: string): boolean => currency.endsWith('D')

const dollarsDiffer: Objection = proofOfOrder => {
  const { proof, record } = proofOfOrder
  return isDollar(proof.currency) && isDollar(record.order.currency) ? undefined : currencyDiffers(proofOfOrder)
}

/** Returns whether a string matches a pattern whose trailing percent sign matches any text. */
const isLike = (text: string, pattern: string): boolean =>
  pattern.endsWith('%') ? text.startsWith(pattern.slice(0, -1)) : text === pattern

/** Refuses an id whose stored part another order has. */
const isOtherOrder =
  (stored: (id: string) => string): Rule<OrderCreation> =>
  ({ request, merchant }) =>
    merchant.store.orders().some(({ order }) => order.id !== request.id && stored(order.id) === stored(request.id))
      ? new Refusal('INVALID_REQUEST', 400, 'The order id belongs to another order.')
      : undefined

const withoutDot = (amount: string): string => amount.replace('.', '')

/** Faults in which values the webhook considers equal or different. */
export const merchantConfusableMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'orders are found in capitals and small letters',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'The collation of the database ends in _ci.',
    policies: findOrderAfter(id => id.toLowerCase()),
  },
  {
    name: 'orders are found in small letters where none has the id',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'A customer had typed a reference by hand, and the search was made lenient.',
    policies: findOrderBy(
      ({ order }, reference) => order.id === reference,
      ({ order }, reference) => order.id.toLowerCase() === reference.toLowerCase(),
    ),
  },
  {
    name: 'orders are found without the blanks at their ends',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'CHAR columns are padded, so the lookup trims.',
    policies: findOrderAfter(id => id.trim()),
  },
  {
    name: 'orders are found in any normal form',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'The collation of the database compares by normal form, and the unique index by bytes.',
    policies: findOrderAfter(id => id.normalize('NFKC')),
  },
  {
    name: 'orders are found by the beginning of their id',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: "id LIKE reference || '%', from when gateways cut long references.",
    policies: findOrderBy(({ order }, reference) => order.id.startsWith(reference)),
  },
  {
    name: 'orders are found by a pattern',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'WHERE id LIKE :reference, which is the same unless the id has a percent sign.',
    policies: findOrderBy(({ order }, reference) => isLike(order.id, reference)),
  },
  {
    name: 'orders are found by their own reference, too',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'WHERE id = :reference OR reference = :reference.',
    policies: findOrderBy(({ order }, reference) => [order.reference, order.id].includes(reference)),
  },
  {
    name: 'orders are found as numbers where none has the id',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'Gateways pad references with zeros, so a second lookup compares numbers.',
    policies: findOrderBy(
      ({ order }, reference) => order.id === reference,
      ({ order }, reference) => Number(order.id) === Number(reference),
    ),
  },
  {
    name: 'where no order has the id one is found by its own reference',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: "Some gateways sent the shop's reference, and the search was made lenient.",
    policies: findOrderBy(
      ({ order }, reference) => order.id === reference,
      ({ order }, reference) => order.reference === reference,
    ),
  },
  {
    name: 'a second proof is known without the case of its txid',
    kind: 'confusables',
    breaks: 'WEBHOOK-06',
    story: 'A txid looked like hexadecimal, so repeated proofs are recognized ignoring case.',
    policies: {
      isPaidWith: ({ payment }, { txid }) => payment?.txid.toLowerCase() === txid.toLowerCase(),
    },
  },
  {
    name: 'only the first 32 characters of a txid distinguish two proofs',
    kind: 'confusables',
    breaks: 'WEBHOOK-06',
    story: 'The column has 32 characters, and the lookup truncates too.',
    policies: {
      isPaidWith: ({ payment }, { txid }) => payment?.txid.slice(0, 32) === txid.slice(0, 32),
    },
  },
  {
    name: 'transactions are known in capitals and small letters',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'A txid looked like hexadecimal, so it is stored in one case.',
    policies: {
      paymentOf: (proof, merchant) => {
        const payment = merchantPolicies.paymentOf(proof, merchant)
        return { ...payment, txid: payment.txid.toLowerCase() }
      },
    },
  },
  {
    name: 'txids are answered in small letters',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'A txid looked like hexadecimal, so it is written in one case.',
    policies: changeAnswer('transfer.webhook', body => ({
      status: 200,
      body: { ...body, txid: String(body.txid).toLowerCase() },
    })),
  },
  {
    name: 'the ids of orders are unique in capitals and small letters',
    kind: 'confusables',
    breaks: 'ORDER-01',
    story: 'A unique index, and a collation that ends in _ci.',
    policies: { orderRules: [...orderRules, isOtherOrder(id => id.toLowerCase())] },
  },
  {
    name: 'dollars are dollars',
    kind: 'confusables',
    breaks: 'WEBHOOK-18',
    story: 'Currencies are compared by the symbol that the shop prints.',
    policies: { objections: replace(objections, currencyDiffers, dollarsDiffer) },
  },
  {
    name: 'a recipient is the merchant if their OCIDs begin the same',
    kind: 'confusables',
    breaks: 'WEBHOOK-04',
    story: 'Branches share the first digits, and the proof names as many as it likes.',
    policies: {
      webhookRules: replace(webhookRules, recipientIsReceiver, delivery =>
        String(delivery.merchant.ocid).startsWith(String(delivery.signed.proof.to.ocid))
          ? undefined
          : recipientIsReceiver(delivery),
      ),
    },
  },
  {
    name: 'amounts are compared by their digits',
    kind: 'confusables',
    breaks: 'WEBHOOK-07',
    story: 'The dot is removed to get cents, since everyone writes two decimals.',
    policies: { isSameAmount: (paid, due) => withoutDot(paid) === withoutDot(due) },
  },
]
