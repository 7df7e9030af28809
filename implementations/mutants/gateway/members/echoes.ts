import { fromMinorUnits, toMinorUnits } from '../../../../protocol/amount.ts'
import type { SessionStatus } from '../../../../protocol/states.ts'
import { defaultCurrencies } from '../../../../reference/every-role/wire-format/values.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Order } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer, changeProof, changeShown } from '../support/responses.ts'
import {
  changeNotified,
  changeSessionProof,
  changeSettledProof,
  changeShownOrder,
  changeVerified,
  withMemo,
} from './places.ts'

const [firstCurrency = 'USD'] = defaultCurrencies

/** Returns the sum of the items, or the amount of an order without items. */
const sumOf = ({ items = [], amount, currency }: Order): string =>
  items.length === 0
    ? amount
    : fromMinorUnits(
        items.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * (toMinorUnits(price, currency) ?? 0n), 0n),
        currency,
      )

/** Changes where customers go after paying or cancelling. */
const changeRedirect = (status: SessionStatus, change: (url: URL) => URL): Partial<GatewayPolicies> => ({
  nextAddress: (result, gateway) => {
    const address = gatewayPolicies.nextAddress(result, gateway)
    return address !== undefined && result.session.status === status ? change(new URL(address)).href : address
  },
})

/** Writes a string of digits as a number. */
const withoutZeros = (text: string): string => (/^\d{1,15}$/.test(text) ? String(Number(text)) : text)

const withStraightQuotes = (text: string): string => text.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'")

const kind = 'echoes'

/** Members that are not copied from the request, but computed, or read from elsewhere. */
export const echoMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'every payment is answered in the first currency of the list',
    kind,
    breaks: 'PAYMENT-05',
    story: 'The serializer uses the currency of the service, from before there were two.',
    policies: changeAnswer('payment.create', body => ({ body: { ...body, currency: firstCurrency } })),
  },
  {
    name: 'verify shows every pending payment in the first currency of the list',
    kind,
    breaks: 'PAYMENT-06',
    story: 'The payment index has no currency, so the view fills in the usual one.',
    policies: changeShown('pending', response => ({ ...response, currency: firstCurrency })),
  },
  {
    name: 'every hosted payment is proven in the first currency of the list',
    kind,
    breaks: 'PAGE-07',
    story: 'The card processor settles in one currency, and the proof is written from its receipt.',
    policies: changeSessionProof(proof => ({ ...proof, currency: firstCurrency })),
  },
  {
    name: 'the proof of a hosted payment is over the sum of the items',
    kind,
    breaks: 'PAGE-07',
    alsoBreaks: ['FLOW-01'],
    story: 'The total is computed from the cart everywhere, so it is always right.',
    policies: changeSessionProof((proof, order) => ({ ...proof, amount: sumOf(order) })),
  },
  {
    name: 'the page shows the sum of the items for the amount',
    kind,
    breaks: 'PAGE-01',
    story: 'The cart component adds up the prices that it shows.',
    policies: changeShownOrder(order => ({ ...order, amount: sumOf(order) })),
  },
  {
    name: 'the order id is the reference of the sender, too',
    kind,
    breaks: 'TRANSFER-04',
    story: 'Both sides should see the order, and one variable was used for both.',
    policies: changeProof((proof, { order }) =>
      order === undefined ? proof : { ...proof, from: { ...proof.from, reference: order.id } },
    ),
  },
  {
    name: 'every transfer is proven in the first currency of the list',
    kind,
    breaks: 'TRANSFER-04',
    story: 'The ledger has a table per currency, and the proof is written after the table was chosen.',
    policies: changeProof(proof => ({ ...proof, currency: firstCurrency })),
  },
  {
    name: 'the lines of a memo end as in Unix',
    kind,
    breaks: 'SIG-06',
    story: "A bank clerk's form has its own line ends, so line ends are unified.",
    policies: changeProof(withMemo(memo => memo.replaceAll('\r\n', '\n'))),
  },
  {
    name: 'the quotes in the reference of the sender are straight',
    kind,
    breaks: 'TRANSFER-04',
    story: 'Bank statements do not have others.',
    policies: changeProof(({ from, ...proof }) => ({
      ...proof,
      from: from.reference ? { ...from, reference: withStraightQuotes(from.reference) } : from,
    })),
  },
  {
    name: 'a reference of digits is a number',
    kind,
    breaks: 'TRANSFER-03',
    story: 'The column has a type that the database chose, and it is read back as text.',
    policies: changeProof(proof => ({
      ...proof,
      to: { ...proof.to, reference: withoutZeros(proof.to.reference ?? '') },
    })),
  },
  {
    name: 'verify decodes the memo of a proof',
    kind,
    breaks: 'TRANSFER-14',
    alsoBreaks: ['PAGE-08', 'PAYMENT-15'],
    story: 'The cache in front of verify stores query strings.',
    policies: changeVerified(
      withMemo(memo => memo.replaceAll(/%[0-7][\da-f]/gi, decodeURIComponent).replaceAll('+', ' ')),
    ),
  },
  {
    name: 'the memo of a notification is normalized',
    kind,
    breaks: 'NOTIFY-03',
    story: 'The message queue normalizes its messages.',
    policies: changeNotified(withMemo(memo => memo.normalize('NFC'))),
  },
  {
    name: 'the customer comes back without the empty members of the query',
    kind,
    breaks: 'PAGE-03',
    story: 'The query is parsed and written again, and the parser omits members without a value.',
    policies: changeRedirect('paid', url => {
      for (const [name, value] of [...url.searchParams]) if (value === '') url.searchParams.delete(name)
      return url
    }),
  },
  {
    name: 'a name comes back once that the query of the address has several times',
    kind,
    breaks: 'PAGE-03',
    story: 'The query is stored in a map.',
    policies: changeRedirect('paid', url => {
      for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, value)
      return url
    }),
  },
  {
    name: 'the customer comes back to an address whose small escapes are escaped',
    kind,
    breaks: 'PAGE-03',
    story: 'A percent sign is escaped unless an escape follows it, for which the pattern expects capitals.',
    policies: changeRedirect('paid', url => new URL(url.href.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))),
  },
  {
    name: 'the customer comes back without the fragment of the address',
    kind,
    breaks: 'PAGE-03',
    story: 'The address is rebuilt from its origin, its path and its query.',
    policies: changeRedirect('paid', url => {
      url.hash = ''
      return url
    }),
  },
  {
    name: 'the customer comes back from a cancel to a path that is decoded',
    kind,
    breaks: 'PAGE-04',
    story: 'The address went through decodeURIComponent on its way out of the database.',
    policies: changeRedirect('cancelled', url => {
      url.pathname = url.pathname.replaceAll(/%2f/gi, '/')
      return url
    }),
  },
  {
    name: 'a settled payment with a reference forgets its memo',
    kind,
    breaks: 'PAYMENT-15',
    story: 'memo = reference ? undefined : memo, since the bank statement has room for only one.',
    policies: changeSettledProof((proof, { reference }) =>
      reference === undefined ? proof : withMemo(() => undefined)(proof),
    ),
  },
  {
    name: 'the proof of a settled payment has its reference for the order id',
    kind,
    breaks: 'PAYMENT-15',
    story: 'to.reference was mistaken for the reference of the request.',
    policies: changeSettledProof((proof, { reference }) =>
      reference === undefined ? proof : { ...proof, to: { ...proof.to, reference } },
    ),
  },
]
