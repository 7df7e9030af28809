import { Refusal } from '../../../protocol/errors.ts'
import { signPayload } from '../../../protocol/payload.ts'
import { publishedKey } from '../../../reference/every-role/metadata/published-key.ts'
import type { Gateway } from '../../../reference/gateway/contract.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { fetchDocument } from '../../../reference/service/guarded-client.ts'
import { randomHex, unixSeconds } from '../../../reference/service/ports.ts'
import type { Proof } from '../../../schemas/messages.ts'
import type { Variant } from '../variant.ts'
import { sometimesHigh } from './high-s.ts'

const proofsWith = (change: (proof: Proof) => Proof): Partial<GatewayPolicies> => ({
  proofOfSession: (session, gateway) => change(gatewayPolicies.proofOfSession(session, gateway)),
  proofOfTransfer: (request, gateway) => change(gatewayPolicies.proofOfTransfer(request, gateway)),
  proofOfPayment: (payment, provider, gateway) => change(gatewayPolicies.proofOfPayment(payment, provider, gateway)),
})

/** Verify signs the proof again, and shows it by another of its two signatures where there is one. */
const afresh: GatewayPolicies['describe'] = (transaction, gateway) => {
  const shown = gatewayPolicies.describe(transaction, gateway)
  const { proof } = shown
  return proof === undefined
    ? shown
    : { ...shown, signature: sometimesHigh(signPayload)(proof, gateway.key, gateway.profile) }
}

const furtherMembers: GatewayPolicies['describe'] = (transaction, gateway) => {
  const shown = gatewayPolicies.describe(transaction, gateway)
  return { links: { self: 'https://gateway.example/' }, readAt: unixSeconds(gateway.ports), ...shown }
}

/** What the reference calls expired has another name. */
const named =
  (name: string): GatewayPolicies['describe'] =>
  (transaction, gateway) => {
    const shown = gatewayPolicies.describe(transaction, gateway)
    return shown.status === 'expired' ? { ...shown, status: name } : shown
  }

/** Time first, so that rows lie in order; 74 random bits behind it (RFC 9562, version 7). */
const timeOrdered = ({ ports }: Gateway): string => {
  const time = ports.now().toString(16).padStart(12, '0')
  const random = randomHex(ports, 10)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6, 18)}`
}

const random =
  (bytes: number, encoding: 'base64url' | 'base64', prefix = '') =>
  ({ ports }: Gateway): string =>
    prefix + Buffer.from(ports.randomBytes(bytes)).toString(encoding)

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const base32 = ({ ports }: Gateway): string =>
  [...ports.randomBytes(26)].map(byte => crockford[byte % 32] ?? '').join('')

const orderFirst: GatewayPolicies['recipientReference'] = ({ to, order }) => order?.id ?? to.reference

const keys = new WeakMap<object, Map<number, Promise<string | undefined>>>()

/** A provider's key is read once. */
const keyOnce: GatewayPolicies['issuerKey'] = ({ issuer }, gateway) => {
  if (!gateway.accepts.includes(issuer)) return Promise.resolve(undefined)
  if (issuer === gateway.ocid) return Promise.resolve(gateway.key.publicKey)
  const held = keys.get(gateway.turns) ?? new Map<number, Promise<string | undefined>>()
  keys.set(gateway.turns, held)
  const key = held.get(issuer) ?? publishedKey(issuer, gateway)
  held.set(issuer, key)
  return key
}

/** Reads the order's addresses on the side, for the fraud department. */
const fetching: GatewayPolicies['newPayment'] = order => {
  const { request, gateway } = order
  for (const url of request.order?.urls ?? []) void fetchDocument(gateway.ports, url).catch(() => undefined)
  return gatewayPolicies.newPayment(order)
}

const notAMerchant: GatewayPolicies['paymentChecks'][number] = ({ caller, gateway }) =>
  gateway.directory.merchants.has(caller) ? new Refusal('NOT_AN_APP', 403, 'Merchants create no payments.') : undefined

const withoutExpiry: GatewayPolicies['answer'] = (operation, body) => {
  const { expiresAt: _expiresAt, ...rest } = body
  return gatewayPolicies.answer(operation, operation === 'payment.create' ? rest : body)
}

const withUnknown: GatewayPolicies['refuse'] = refusal => ({
  status: refusal.status,
  body:
    refusal.code === 'TXID_NOT_FOUND'
      ? { error: { code: 'TXID_NOT_FOUND', message: 'Nothing of the kind.', details: { searched: 1 } }, txid: null }
      : refusal.body(),
})

/** Other choices of what is told of a transaction ("Proof", "GET /verify/{txid}", "POST /payment/create"). */
export const transactionVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'verify signs afresh',
    story: 'Signatures are not stored.',
    policies: { describe: afresh },
  },
  {
    name: 'verify shows members of its own',
    story: 'For the back office, which reads the same address.',
    policies: { describe: furtherMembers },
  },
  {
    name: 'an unknown txid is told in other words',
    story: 'A page of the old interface wants a member.',
    policies: { refuse: withUnknown },
  },
  {
    name: 'what has expired is timed out',
    story: 'The word of the ledger.',
    policies: { describe: named('timed_out') },
  },
  {
    name: 'what has expired has failed',
    story: 'There is one status for all of it.',
    policies: { describe: named('failed') },
  },
  { name: 'txids are ordered by time', story: 'UUIDs of version 7.', policies: { newTxid: timeOrdered } },
  { name: 'txids are base64url', story: 'Short and random.', policies: { newTxid: random(18, 'base64url', 'tx_') } },
  {
    name: 'txids have slashes, plus signs and equals signs',
    story: 'Base64, and clients escape what they put into a path.',
    policies: { newTxid: random(16, 'base64') },
  },
  { name: 'txids are base 32', story: 'To be read aloud.', policies: { newTxid: base32 } },
  {
    name: 'txids have a scheme',
    story: 'Names of resources, all over the platform.',
    policies: { newTxid: random(16, 'base64url', 'urn:gw:tx:') },
  },
  {
    name: 'proofs have members of their own',
    story: 'Fees and networks, which some partners want to see.',
    policies: proofsWith(proof => ({
      ...proof,
      fee: '0.00',
      network: { name: 'internal', rail: ['ledger'] },
      from: { ...proof.from, name: 'Customer' },
    })),
  },
  {
    name: 'proofs have their members in another order',
    story: 'Another serializer.',
    policies: proofsWith(proof => Object.fromEntries(Object.entries(proof).reverse()) as Proof),
  },
  {
    name: 'the customer is who pays in the proof of a hosted payment',
    story: 'Customers have accounts of their own here.',
    policies: {
      proofOfSession: (session, gateway) => ({
        ...gatewayPolicies.proofOfSession(session, gateway),
        from: { ocid: 909_001, reference: 'card-4242' },
      }),
    },
  },
  {
    name: 'the memo stays out of the proof',
    story: 'It is between customer and merchant.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const { memo: _memo, ...proof } = gatewayPolicies.proofOfTransfer(request, gateway)
        return proof
      },
    },
  },
  {
    name: 'the order goes before the reference in the proof',
    story: '"The order id when one was given."',
    policies: { recipientReference: orderFirst },
  },
  {
    name: 'a transfer without a reference has its txid for one',
    story: 'The column must not be empty.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const proof = gatewayPolicies.proofOfTransfer(request, gateway)
        return { ...proof, to: { ...proof.to, reference: proof.to.reference ?? proof.txid } }
      },
    },
  },
  {
    name: 'expiresAt is not in the answer to a payment',
    story: 'Optional there; verify shows it.',
    policies: { answer: withoutExpiry },
  },
  {
    name: 'merchants may not create payments',
    story: 'The operation is for apps.',
    policies: { paymentChecks: [...gatewayPolicies.paymentChecks, notAMerchant] },
  },
  {
    name: 'order addresses are read',
    story: 'Whatever can be known of a payment is.',
    policies: { newPayment: fetching },
  },
  {
    name: 'the key of a settlement provider is read once',
    story: 'They are few, and hardly ever change their keys.',
    policies: { issuerKey: keyOnce },
  },
  {
    name: 'settle needs no authentication',
    story: 'The proof is signed; who brings it does not matter.',
    policies: { isPublic: operation => operation === 'payment.settle' || gatewayPolicies.isPublic(operation) },
  },
]
