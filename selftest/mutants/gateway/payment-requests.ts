import { sha256Hex } from '../../../protocol/hash.ts'
import { isObject, type Json, type JsonObject, parseStrict } from '../../../protocol/json.ts'
import type { Gateway } from '../../../reference/gateway/contract.ts'
import { type PaymentOrder, paymentChecks } from '../../../reference/gateway/payment/create.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Payment } from '../../../reference/gateway/records.ts'
import { unixSeconds } from '../../../reference/service/ports.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { restated } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { shownAs } from './shown.ts'

/** A payment whose body is read more kindly than it should. */
const readAs = (change: (body: JsonObject) => JsonObject): Partial<GatewayPolicies> => ({
  parseBody: bytes => {
    const body = gatewayPolicies.parseBody(bytes)
    return isObject(body) && !('from' in body) && !('order' in body && 'urls' in body) && !('txid' in body)
      ? change(body)
      : body
  },
})

const urlsOf = ({ request }: PaymentOrder): string[] => request.order?.urls ?? []

/** Fetches on the side, and does not care what comes of it. */
const fetchAside = (url: string): void =>
  void fetch(url)
    .then(answer => answer.text())
    .catch(() => {})

const fetching =
  (isAllowed: (url: string, gateway: Gateway) => boolean): Rule<PaymentOrder> =>
  order => {
    for (const url of urlsOf(order)) if (isAllowed(url, order.gateway)) fetchAside(url)
    return undefined
  }

const orderUrls = (body: Json | undefined): string[] => {
  const order = isObject(body) && isObject(body.order) ? body.order : {}
  return Array.isArray(order.urls) ? order.urls.map(String) : []
}

/** What a body says before anybody has looked at it; nothing where it is no JSON. */
const glanced = (bytes: unknown): Json | undefined => {
  try {
    return bytes instanceof Uint8Array ? parseStrict(Buffer.from(bytes).toString()) : undefined
  } catch {
    return undefined
  }
}

/** Counts how often an order was seen under a name. */
const ordinals = () => {
  const seen = new Map<string, number>()
  return (name: string): number => {
    const ordinal = (seen.get(name) ?? 0) + 1
    seen.set(name, ordinal)
    return ordinal
  }
}

const paymentsFor = ordinals()
const transfersFor = ordinals()
const amounts = new Map<string, string>()
const memos = new Map<string, string>()

/** Faults in what payments are asked for with, what tells them apart, and where they lead. */
export const paymentRequestMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'payments fetch whatever address they name',
    breaks: 'PAYMENT-09',
    story: 'The signed order is looked at, wherever it is.',
    environment: 'production',
    policies: { paymentChecks: [...paymentChecks, fetching(() => true)] },
  },
  {
    name: 'the address of an order is looked at, and its redirects are followed',
    breaks: 'PAYMENT-09',
    story: 'A list of hosts guards the address, and the client follows redirects by default.',
    environment: 'production',
    policies: {
      paymentChecks: [
        ...paymentChecks,
        fetching((url, { directory }) => directory.origins.has(URL.parse(url)?.origin ?? '')),
      ],
    },
  },
  {
    name: 'a payment waits for its order without end',
    breaks: 'PAYMENT-09',
    story: 'fetch has no timeout of its own that anybody would wait for.',
    prepare: server =>
      void server.addHook('preHandler', async ({ url, body }) => {
        if (url !== '/payment/create') return
        for (const each of orderUrls(glanced(body)))
          await fetch(each)
            .then(answer => answer.text())
            .catch(() => '')
      }),
  },
  {
    name: 'whatever can be made a number is a recipient',
    breaks: 'PAYMENT-11',
    alsoBreaks: ['FMT-08'],
    story: 'Number(to), because one client sent it as text.',
    policies: readAs(body => restated(body, 'to', to => (to === undefined || to === null ? (to ?? {}) : Number(to)))),
  },
  {
    name: 'a party is taken for a recipient',
    breaks: 'PAYMENT-11',
    story: 'Everywhere else `to` is an object, so both are read.',
    policies: readAs(body => (isObject(body.to) ? { ...body, to: body.to.ocid ?? null } : body)),
  },
  {
    name: 'a payment without a currency is one in dollars',
    breaks: 'PAYMENT-11',
    alsoBreaks: ['FMT-08'],
    story: 'A default of the first version, which knew no other currency.',
    policies: readAs(body => ('to' in body ? { currency: 'USD', ...body } : body)),
  },
  {
    name: 'the txid of a payment is the hash of its request',
    breaks: 'PAYMENT-12',
    story: 'A hash was taken for a unique name of whatever it was made of.',
    policies: {
      newPayment: order => ({
        ...gatewayPolicies.newPayment(order),
        txid: sha256Hex(JSON.stringify(order.request)),
      }),
    },
  },
  {
    name: 'the txid of a payment is its order',
    breaks: 'PAYMENT-12',
    story: 'An order is paid once, so its hash was unique enough.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        return { ...payment, txid: order.request.order ? sha256Hex(order.request.order.id) : payment.txid }
      },
    },
  },
  {
    name: 'payments and transfers of an order are counted each for itself',
    breaks: 'PAYMENT-12',
    story: 'The txid is the hash of the order and a running number, and there are two tables.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        const id = order.request.order?.id
        return { ...payment, txid: id === undefined ? payment.txid : sha256Hex(`${id} ${paymentsFor(id)}`) }
      },
      proofOfTransfer: (request, gateway) => {
        const proof = gatewayPolicies.proofOfTransfer(request, gateway)
        const id = request.order?.id
        return { ...proof, txid: id === undefined ? proof.txid : sha256Hex(`${id} ${transfersFor(id)}`) }
      },
    },
  },
  {
    name: 'the amounts of payments with one memo are mixed up',
    breaks: 'PAYMENT-13',
    story: 'A cache by memo, which was different in every test.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        if (payment.memo !== undefined) {
          memos.set(payment.txid, payment.memo)
          amounts.set(payment.memo, payment.amount)
        }
        return payment
      },
      ...shownAs('pending', shown =>
        restated(shown, 'amount', amount => amounts.get(memos.get(String(shown.txid)) ?? '') ?? amount ?? ''),
      ),
    },
  },
  {
    name: 'the memo of a payment is forgotten',
    breaks: 'PAYMENT-15',
    story: 'The memo is shown to the customer, and was not kept for the proof.',
    policies: {
      newPayment: order => {
        const { memo: _memo, ...payment } = gatewayPolicies.newPayment(order)
        return payment satisfies Payment
      },
    },
  },
  {
    name: 'the provider’s proof is passed on as the gateway’s',
    breaks: 'PAYMENT-15',
    story: 'It is signed already, and says what was paid.',
    policies: {
      proofOfPayment: (payment, provider, gateway) => ({
        ...gatewayPolicies.proofOfPayment(payment, provider, gateway),
        issuer: provider.issuer,
      }),
    },
  },
  {
    name: 'a settled payment expires all the same',
    breaks: 'PAYMENT-15',
    story: 'The query for what has expired looks at the time, and not at the status.',
    policies: {
      describe: (transaction, gateway) => {
        const { txid, expiresAt } = transaction.kind === 'payment' ? transaction.payment : { txid: '', expiresAt: 0 }
        const isOver = txid !== '' && expiresAt <= unixSeconds(gateway.ports)
        return isOver ? { status: 'expired', txid } : gatewayPolicies.describe(transaction, gateway)
      },
    },
  },
  {
    name: 'verify shows the proof that a payment was settled with',
    breaks: 'PAYMENT-15',
    story: 'Two proofs are kept, and the wrong one is read.',
    policies: {
      describe: (transaction, gateway) => {
        const payment = transaction.kind === 'payment' ? transaction.payment : undefined
        return payment?.status === 'completed'
          ? { status: 'completed', ...payment.settled.provider }
          : gatewayPolicies.describe(transaction, gateway)
      },
    },
  },
]
