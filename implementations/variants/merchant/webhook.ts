import { Refusal } from '../../../protocol/errors.ts'
import { unixSeconds } from '../../../reference/every-role/wire-format/values.ts'
import type { Merchant, MerchantPolicies, Objection, WebhookRule } from '../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../reference/merchant/policies.ts'
import { amountDiffers, objections } from '../../../reference/merchant/webhook/objections.ts'
import { webhookRules } from '../../../reference/merchant/webhook/rules.ts'
import { violations } from '../../../schemas/validate.ts'
import { rememberSender, senderOfRequest } from '../../support/sender.ts'
import type { Variant } from '../variant.ts'

const refuseIf = (isSo: (delivery: Parameters<WebhookRule>[0]) => boolean, refusal: () => Refusal): WebhookRule => {
  return delivery => (isSo(delivery) ? refusal() : undefined)
}

/** Refuses proofs that are not sent by their issuer. */
const senderIsIssuer = refuseIf(
  ({ signed }) => senderOfRequest() !== signed.proof.issuer,
  () => new Refusal('SENDER_NOT_ISSUER', 403, 'Proofs are sent by their issuers.'),
)

/** Matches the members that define a proof. */
const structuralPath = /^$|^\/(proof|signature)$|^\/proof\/(issuer|to|to\/ocid)$/

const shapeIsRight: WebhookRule = refuseIf(
  ({ signed }) => violations('signed-proof', signed).length > 0,
  () => new Refusal('MALFORMED', 422, 'The proof does not have the documented shape.'),
)

const longestAge = 86_400

const isTooOld: Objection = ({ proof, merchant }) =>
  Math.abs(unixSeconds(merchant.ports) - proof.timestamp) > longestAge ? 'The proof is too old.' : undefined

const isTooLate: Objection = ({ record: { order }, merchant }) =>
  order.expiresAt !== undefined && order.expiresAt < unixSeconds(merchant.ports) ? 'The order has expired.' : undefined

const txidIsUsed: Objection = ({ proof, merchant }) =>
  merchant.store.orders().some(({ order, payment }) => payment?.txid === proof.txid && order.id !== proof.to.reference)
    ? 'The transaction has paid another order.'
    : undefined

const namesNoOrder = refuseIf(
  ({ signed: { proof } }) => !proof.to.reference,
  () => new Refusal('REFERENCE_REQUIRED', 422, 'The proof does not name an order.'),
)

/** Refuses an issuer that the order does not accept; a proof without an order is rejected for that reason. */
const orderAcceptsIssuer: WebhookRule = ({ signed: { proof }, merchant }) => {
  const record = merchant.store.order(proof.to.reference ?? '')
  return (record?.order.accepts ?? merchant.issuers).includes(proof.issuer)
    ? undefined
    : new Refusal('ISSUER_NOT_ACCEPTED', 400, 'The order does not accept the issuer.')
}

/** The issuers of the harness, the merchant itself, and gateways with short OCIDs. */
const manyIssuers = ({ issuers, ocid }: Merchant): number[] => [...issuers, ocid, 1, 40, 400]

const manyAreAccepted = refuseIf(
  ({ signed: { proof }, merchant }) => !manyIssuers(merchant).includes(proof.issuer),
  () => new Refusal('ISSUER_NOT_ACCEPTED', 400, 'The issuer is not accepted.'),
)

const [first, second, third] = webhookRules as [WebhookRule, WebhookRule, WebhookRule]

/** Other rules for proofs ("POST /transfer/webhook"). */
export const webhookVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'the same proof again is rejected',
    story: 'The order is paid, no matter by whom.',
    policies: { isPaidWith: () => false },
  },
  {
    name: 'the merchant accepts proofs of its own gateway and of gateways with short OCIDs',
    story: 'It was one of the first shops, and has its own gateway now.',
    policies: {
      webhookRules: [manyAreAccepted, second, third],
      newOrder: creation => ({ ...merchantPolicies.newOrder(creation), accepts: manyIssuers(creation.merchant) }),
    },
  },
  {
    name: 'proofs are taken from their issuers only',
    story: 'Only the issuer has business here.',
    policies: { webhookRules: [senderIsIssuer, ...webhookRules] },
    prepare: rememberSender,
  },
  {
    name: 'whether the sender is the issuer is looked at last',
    story: 'It is not a numbered check, so it is done last.',
    policies: { webhookRules: [...webhookRules, senderIsIssuer] },
    prepare: rememberSender,
  },
  {
    name: 'the shape of a proof is looked at after the documented checks',
    story: 'The numbered checks are done first, as in the document.',
    policies: {
      shapeViolations: (schema, body) => {
        const found = merchantPolicies.shapeViolations(schema, body)
        return schema === 'signed-proof' ? found.filter(({ path }) => structuralPath.test(path)) : found
      },
      webhookRules: [first, second, third, shapeIsRight],
    },
  },
  {
    name: 'old proofs and expired orders are rejected',
    story: 'The goods were sold to another customer; the money is sent back.',
    policies: { objections: [isTooOld, isTooLate, ...objections] },
  },
  {
    name: 'a txid pays one order, whoever issued it',
    story: 'The unique index covers only the txid; two issuers never used the same one.',
    policies: { objections: [...objections, txidIsUsed] },
  },
  {
    name: 'amounts are compared letter by letter, and before the currency',
    story: 'The order defines how its amount is written.',
    policies: { isSameAmount: (paid, due) => paid === due, objections: [amountDiffers, ...objections] },
  },
  {
    name: 'whom a proof may come from stands in its order',
    story: 'The customer has chosen one of the gateways of this order.',
    policies: { webhookRules: [orderAcceptsIssuer, second, third] },
  },
  {
    name: 'a proof that names no order is refused',
    story: 'There is nothing to reject.',
    policies: { webhookRules: [...webhookRules, namesNoOrder] },
  },
  {
    name: 'rejections have members of their own',
    story: 'Money that was received is credited anyway.',
    policies: {
      rejection: (proof, message) => ({ ...merchantPolicies.rejection(proof, message), credited: proof.amount }),
    },
  },
  {
    name: 'it runs in production',
    story: 'The shop is open.',
    environment: 'production',
  },
]
