import { Refusal } from '../../../protocol/errors.ts'
import { publishedKey } from '../../../reference/every-role/metadata/peer-key.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { PendingPayment } from '../../../reference/gateway/records.ts'
import { fetchDocument } from '../../../reference/service/guarded-client.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import type { Variant } from '../variant.ts'

const issuerKeys = new WeakMap<object, Map<number, Promise<string | undefined>>>()

/** Reads the key of a provider once. */
const readKeyOnce: GatewayPolicies['issuerKey'] = ({ issuer }, gateway) => {
  if (!gateway.accepts.includes(issuer)) return Promise.resolve(undefined)
  if (issuer === gateway.ocid) return Promise.resolve(gateway.key.publicKey)
  const held = issuerKeys.get(gateway.mutex) ?? new Map<number, Promise<string | undefined>>()
  issuerKeys.set(gateway.mutex, held)
  const key = held.get(issuer) ?? publishedKey(issuer, gateway)
  held.set(issuer, key)
  return key
}

/** Fetches the URLs of the order in the background, for the fraud department. */
const fetchOrderUrls: GatewayPolicies['newPayment'] = order => {
  const { request, gateway } = order
  for (const url of request.order?.urls ?? []) void fetchDocument(gateway.ports, url).catch(() => undefined)
  return gatewayPolicies.newPayment(order)
}

const refuseMerchants: GatewayPolicies['paymentRules'][number] = ({ caller, gateway }) =>
  gateway.directory.merchants.has(caller) ? new Refusal('NOT_AN_APP', 403, 'Merchants create no payments.') : undefined

const omitExpiry: GatewayPolicies['answer'] = (operation, body) => {
  const { expiresAt: _expiresAt, ...rest } = body
  return gatewayPolicies.answer(operation, operation === 'payment.create' ? rest : body)
}

const openPayments = new WeakMap<object, Map<string, PendingPayment>>()

/** Returns the earlier payment with the same text, or a new one. */
const getOrCreate =
  (textOf: (request: PaymentRequest) => string | undefined): GatewayPolicies['newPayment'] =>
  creation => {
    const { caller, request, gateway } = creation
    const known = openPayments.get(gateway.mutex) ?? new Map<string, PendingPayment>()
    openPayments.set(gateway.mutex, known)
    const text = textOf(request)
    const key = JSON.stringify([caller, request.to, text])
    const payment = known.get(key) ?? gatewayPolicies.newPayment(creation)
    if (text !== undefined) known.set(key, payment)
    return payment
  }

/** Other rules for payments ("POST /payment/create", "POST /payment/settle"). */
export const paymentVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'expiresAt is not in the answer to a payment',
    story: 'It is optional there, and verify shows it.',
    policies: { answer: omitExpiry },
  },
  {
    name: 'the database dates a payment a second after its expiry was worked out',
    story: 'createdAt has the default now(), and the row is written last.',
    policies: {
      newPayment: creation => {
        const payment = gatewayPolicies.newPayment(creation)
        return { ...payment, createdAt: payment.createdAt + 1 }
      },
    },
  },
  {
    name: 'a payment can be settled at the gateway alone',
    story: 'The other providers do not accept its currency.',
    policies: { settlementOf: ({ ocid }) => ({ accepts: [ocid] }) },
  },
  {
    name: 'merchants may not create payments',
    story: 'The operation is for apps.',
    policies: { paymentRules: [...gatewayPolicies.paymentRules, refuseMerchants] },
  },
  {
    name: 'an order has one payment',
    story: 'An app that asks again after a timeout gets the existing payment.',
    policies: { newPayment: getOrCreate(({ order }) => order?.id) },
  },
  {
    name: 'a reference has one payment',
    story: "The app's reference is its idempotency key.",
    policies: { newPayment: getOrCreate(({ reference }) => reference) },
  },
  {
    name: 'order addresses are read',
    story: 'Fraud detection collects all it can about a payment.',
    policies: { newPayment: fetchOrderUrls },
  },
  {
    name: 'the key of a settlement provider is read once',
    story: 'There are few of them, and they rarely change their keys.',
    policies: { issuerKey: readKeyOnce },
  },
  {
    name: 'settle needs no authentication',
    story: 'The proof is signed; it does not matter who delivers it.',
    policies: { isPublic: operation => operation === 'payment.settle' || gatewayPolicies.isPublic(operation) },
  },
]
