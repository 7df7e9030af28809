import { isObject, type Json } from '../../../../protocol/json/json.ts'
import type { MerchantPolicies, WebhookRule } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { isSignedByIssuer } from '../../../../reference/merchant/webhook/issuer-keys.ts'
import { amountDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import { recipientIsReceiver, webhookRules } from '../../../../reference/merchant/webhook/rules.ts'
import type { Order } from '../../../../schemas/messages.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

const { isSameAmount } = merchantPolicies

const hundredthsOfCents = (amount: string): number => Math.round(Number(amount) * 10_000)

const sumOf = ({ items = [] }: Order): number =>
  items.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0)

/** The first amount in the text of each proof. */
const firstAmounts = new WeakMap<object, string>()

const takeFirstAmount: WebhookRule = ({ signed: { proof } }) => {
  proof.amount = firstAmounts.get(proof) ?? proof.amount
  return undefined
}

/** Parses JSON as JavaScript does: the last of duplicate members counts. */
const readLeniently = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const in32Bits = (ocid: number): number => ocid % 2 ** 32

/** Faults in the amount, the issuer and the recipient that a proof is compared with. */
export const otherAmountMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'whoever pays twice as much pays',
    kind: 'ends',
    breaks: 'WEBHOOK-07',
    story: 'Customers who clicked twice are helped manually, so their orders are set aside.',
    policies: { isSameAmount: (paid, due) => isSameAmount(paid, due) || Number(paid) === 2 * Number(due) },
  },
  {
    name: 'amounts are the same to a hundredth of a cent',
    kind: 'ends',
    breaks: 'WEBHOOK-07',
    story: 'The column has four decimals, and rounds.',
    policies: { isSameAmount: (paid, due) => hundredthsOfCents(paid) === hundredthsOfCents(due) },
  },
  {
    name: 'the sum of the items pays an order',
    kind: 'echoes',
    breaks: 'WEBHOOK-07',
    story: "The amount due is the sum of the items, as in the cart; the order's total also counts.",
    policies: {
      objections: replace(objections, amountDiffers, proofOfOrder =>
        Number(proofOfOrder.proof.amount) === sumOf(proofOfOrder.record.order)
          ? undefined
          : amountDiffers(proofOfOrder),
      ),
    },
  },
  {
    name: 'the last amount of a proof is verified, and the first one counts',
    kind: 'echoes',
    breaks: 'WEBHOOK-07',
    alsoBreaks: ['FMT-07'],
    story: 'One parser verifies the proof and another reads it, and a member may be there twice.',
    policies: {
      parseBody: bytes => {
        const text = Buffer.from(bytes).toString()
        const body = readLeniently(text) ?? merchantPolicies.parseBody(bytes)
        const first = /"amount":"([^"]*)"/.exec(text)?.[1]
        if (first !== undefined && isObject(body) && isObject(body.proof)) firstAmounts.set(body.proof, first)
        return body
      },
      webhookRules: [...webhookRules, takeFirstAmount],
    },
    ports: { reportBug: () => undefined },
  },
  {
    name: 'issuers are known by 32 bits of their OCID',
    kind: 'ends',
    breaks: 'WEBHOOK-02',
    story: 'The column of the issuers is an unsigned int.',
    policies: {
      webhookRules: webhookRules.map(rule => delivery => {
        const { signed, merchant } = delivery
        const proof = { ...signed.proof, issuer: in32Bits(signed.proof.issuer) }
        // The signature is verified over the proof as received.
        const policies = { ...merchant.policies, isSignedByIssuer: async () => isSignedAsReceived(signed, merchant) }
        return rule({ signed: { ...signed, proof }, merchant: { ...merchant, policies } })
      }),
    },
  },
  {
    name: 'a recipient of zero counts as absent',
    kind: 'absences',
    breaks: 'WEBHOOK-04',
    story: 'if (proof.to.ocid && proof.to.ocid !== own) refuse().',
    policies: {
      webhookRules: replace(webhookRules, recipientIsReceiver, delivery =>
        delivery.signed.proof.to.ocid === 0 ? undefined : recipientIsReceiver(delivery),
      ),
    },
  },
]

type Check = typeof isSignedByIssuer

/** Verifies a proof with the key of the issuer with the same low 32 bits. */
const isSignedAsReceived = (signed: Parameters<Check>[0], merchant: Parameters<Check>[1]): Promise<boolean> =>
  isSignedByIssuer(signed, {
    ...merchant,
    keyCache: { get: (ocid, service) => merchant.keyCache.get(in32Bits(ocid), service) },
  })
