import { isObject } from '../../protocol/json.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import { layer, nonceIsNew, requestIsSigned } from '../../reference/authentication.ts'
import { fetchDocument } from '../../reference/guarded-client.ts'
import { ocidIsOwn, orderChecks } from '../../reference/merchant/order.ts'
import { type MerchantPolicies, merchantPolicies } from '../../reference/merchant/policies.ts'
import {
  amountDiffers,
  currencyDiffers,
  issuerIsAccepted,
  objections,
  orderIsPaid,
  proofIsSigned,
  recipientIsReceiver,
  webhookChecks,
} from '../../reference/merchant/webhook.ts'
import type { Order } from '../../schemas/messages.ts'
import type { Mutant } from './mutant.ts'

const without = <Check>(checks: readonly Check[], dropped: Check): Check[] => checks.filter(check => check !== dropped)

const swapped = <Check>(checks: readonly Check[], a: Check, b: Check): Check[] =>
  checks.map(one => (one === a ? b : one === b ? a : one))

const paused = async <T>(value: T): Promise<T> => {
  await new Promise(resolve => setImmediate(resolve))
  return value
}

const orderWith = (change: (order: Order) => object): Pick<MerchantPolicies, 'newOrder'> => ({
  newOrder: creation => {
    const order = merchantPolicies.newOrder(creation)
    return { ...order, ...change(order) } as Order
  },
})

const asAskedFor = ({ createdAt: _createdAt, accepts: _accepts, ...order }: Order): Order => order

/** The key of a metadata document, whoever has signed it. */
const unverifiedKey: MerchantPolicies['readIssuerKey'] = async (issuer, { directory, ports }) => {
  const text = await fetchDocument(ports, directory.metadataAddresses.get(issuer) ?? '').catch(() => '{}')
  return /"publicKey":"([0-9a-f]{128})"/.exec(text)?.[1]
}

/** Faults of every part of a merchant, one of a kind. */
export const merchantMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'anybody may issue proofs',
    breaks: 'WEBHOOK-02',
    story: 'The signature is verified with the key of the issuer, so the list of issuers looked redundant.',
    policies: { webhookChecks: without(webhookChecks, issuerIsAccepted) },
  },
  {
    name: 'proofs are taken unsigned',
    breaks: 'WEBHOOK-03',
    falls: ['SIG-03', 'SIG-05', 'SIG-10', 'WEBHOOK-09', 'WEBHOOK-11', 'WEBHOOK-12'],
    story: 'The request is signed already, so the second signature looked redundant.',
    policies: { webhookChecks: without(webhookChecks, proofIsSigned) },
  },
  {
    name: 'proofs for others are taken',
    breaks: 'WEBHOOK-04',
    story: 'The order is found by its id, and whose money it was nobody asked.',
    policies: { webhookChecks: without(webhookChecks, recipientIsReceiver) },
  },
  {
    name: 'the recipient is checked before the signature',
    breaks: 'WEBHOOK-05',
    story: 'The cheap check was moved to the front to save a verification.',
    policies: { webhookChecks: swapped(webhookChecks, proofIsSigned, recipientIsReceiver) },
  },
  {
    name: 'a paid order is paid again',
    breaks: 'WEBHOOK-06',
    falls: ['WEBHOOK-10'],
    story: 'UPDATE orders SET paid = true is idempotent, and so is everything else, it was thought.',
    policies: { objections: without(objections, orderIsPaid), pay: () => true },
  },
  {
    name: 'whoever pays more pays, too',
    breaks: 'WEBHOOK-07',
    falls: ['WEBHOOK-17'],
    story: 'amount >= order.amount, so that no customer is turned away for a cent.',
    policies: { sameAmount: (paid, due) => Number(paid) >= Number(due) },
  },
  {
    name: 'a wrong amount is answered accepted',
    breaks: 'WEBHOOK-17',
    story: 'The proof was processed, after all; that the order stays open is seen in the back office.',
    policies: {
      rejection: (proof, message) =>
        message.includes('amount')
          ? { status: 'accepted', txid: proof.txid }
          : merchantPolicies.rejection(proof, message),
    },
  },
  {
    name: 'the currency is not compared',
    breaks: 'WEBHOOK-08',
    story: 'The shop sells in one currency, so far.',
    policies: { objections: without(objections, currencyDiffers) },
  },
  {
    name: 'the amount is not compared',
    breaks: 'WEBHOOK-07',
    falls: ['WEBHOOK-17'],
    story: 'The gateway has checked the amount, it was thought.',
    policies: { objections: without(objections, amountDiffers) },
  },
  {
    name: 'the order is looked up, then marked paid',
    breaks: 'WEBHOOK-10',
    story: 'SELECT paid, then UPDATE, without a condition.',
    policies: {
      pay: async (settling, store) => {
        await paused(undefined)
        return store.pay(settling.known.order.id, settling.payment) || true
      },
    },
  },
  {
    name: 'the key of an issuer is the one of its registration',
    breaks: 'WEBHOOK-11',
    story: 'The key was copied when the gateway was set up; the document is read, and only its name shown.',
    policies: {
      isSignedByIssuer: async ({ proof, signature }, merchant) => {
        await merchantPolicies.readIssuerKey(proof.issuer, merchant)
        const publicKey = merchant.directory.callerKeys.get(proof.issuer)
        return publicKey !== undefined && verifyPayload(proof, signature, { publicKey, dialect: merchant.profile })
      },
    },
  },
  {
    name: 'whoever disturbs the lookup is believed',
    breaks: 'WEBHOOK-12',
    story: 'catch { return true }: no payment should be lost because a metadata server is down.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const key = await merchantPolicies.readIssuerKey(signed.proof.issuer, merchant)
        return key === undefined || merchantPolicies.isSignedByIssuer(signed, merchant)
      },
    },
  },
  {
    name: 'the metadata of an issuer is taken unsigned',
    breaks: 'WEBHOOK-12',
    story: 'The document comes over TLS, so its own signature is not looked at.',
    policies: { readIssuerKey: unverifiedKey },
  },
  {
    name: 'orders are signed for anybody',
    breaks: 'ORDER-07',
    story: 'The ocid of the request is copied into the order with everything else.',
    policies: { orderChecks: without(orderChecks, ocidIsOwn) },
  },
  {
    name: 'items are dropped',
    breaks: 'ORDER-02',
    story: 'The table of orders has no column for them.',
    policies: orderWith(() => ({ items: undefined })),
  },
  {
    name: 'orders do not say whom they accept',
    breaks: 'ORDER-03',
    story: 'accepts was thought to be the business of the gateway.',
    policies: orderWith(() => ({ accepts: undefined })),
  },
  {
    name: 'orders list a gateway that the webhook does not know',
    breaks: 'ORDER-11',
    story: 'The list in the order comes from the configuration, the one of the webhook from the code.',
    policies: orderWith(({ accepts }) => ({ accepts: [...(accepts ?? []), 9_001] })),
  },
  {
    name: 'the request is signed in place of the order',
    breaks: 'ORDER-04',
    falls: ['SIG-04', 'FLOW-01', 'SIG-06'],
    story: 'createdAt and accepts are added after the signature.',
    policies: {
      signOrder: (order, creation) => merchantPolicies.signOrder(asAskedFor(order), creation),
    },
  },
  {
    name: 'prices are numbers',
    breaks: 'FMT-11',
    story: 'The template reads the price with parseFloat, to multiply it.',
    policies: orderWith(({ items }) => ({ items: items?.map(item => ({ ...item, price: Number(item.price) })) })),
  },
  {
    name: 'a missing currency is taken for dollars',
    breaks: 'ORDER-06',
    falls: ['FMT-08'],
    story: 'request.currency ?? "USD".',
    policies: {
      shapeViolations: (schema, body) => {
        if (schema === 'order-request' && isObject(body)) body.currency ??= 'USD'
        return merchantPolicies.shapeViolations(schema, body)
      },
    },
  },
  {
    name: 'the order is not at its address',
    breaks: 'ORDER-08',
    story: 'The addresses were written before the page was.',
    policies: {
      showOrder: () => ({ status: 404, body: { error: { code: 'NOT_FOUND', message: 'No.', details: {} } } }),
    },
  },
  {
    name: 'a merchant publishes settlement',
    breaks: 'META-11',
    story: 'One template of the metadata serves every role.',
    policies: {
      metadata: (identity, key, profile) => {
        const settlement = { currencies: ['USD'], accepts: [] }
        return merchantPolicies.metadata({ ...identity, config: { ...identity.config, settlement } }, key, profile)
      },
    },
  },
  {
    name: 'a nonce is stored before the signature is verified',
    breaks: 'AUTH-19',
    story: 'The replay check is the cheaper one, so it went first.',
    policies: { layer: swapped(layer, requestIsSigned, nonceIsNew) },
  },
]
