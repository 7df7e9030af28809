import { isObject } from '../../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../../protocol/signature/keys.ts'
import { signPayload, verifyPayload } from '../../../../protocol/signature/payload.ts'
import { signWithOwnKey } from '../../../../reference/every-role/payload-signatures.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { Order } from '../../../../schemas/messages.ts'
import { changeMember } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

const retiredKey = generatePrivateKey()

/** Signatures of orders before they were complete. */
const earlierSignatures = new WeakMap<object, string>()

const changeMemo = (write: (memo: string) => string): Partial<MerchantPolicies> => ({
  newOrder: creation => {
    const { memo, ...order } = merchantPolicies.newOrder(creation)
    return { ...order, ...(memo === undefined ? {} : { memo: write(memo) }) } as Order
  },
})

/** Faults in the signatures that a merchant makes and verifies (SIG-03, SIG-04, SIG-06). */
export const merchantSignatureMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'orders are signed with a key that was retired',
    breaks: 'SIG-04',
    alsoBreaks: ['ORDER-04', 'FLOW-01'],
    story: 'The key changed in the metadata, and the signing worker was not restarted.',
    policies: { signPayload: (payload, _key, dialect) => signPayload(payload, retiredKey, dialect) },
  },
  {
    name: 'an order says at its address whether it is paid',
    breaks: 'SIG-04',
    alsoBreaks: ['ORDER-08', 'FLOW-01'],
    story: 'The shop shows its database row, which has a status.',
    policies: {
      showOrder: signed => ({
        status: 200,
        body: changeMember(signed, 'order', order => ({ ...(isObject(order) ? order : {}), status: 'open' })),
      }),
    },
  },
  {
    name: 'the address of an order has the signature that the order had before its reference',
    breaks: 'SIG-04',
    story: "The signature is a separate column, written before the shop's reference.",
    policies: {
      signedOrder: (record, merchant) => {
        const { reference: _later, ...order } = record.order
        earlierSignatures.set(record.order, signWithOwnKey(order as Order, merchant))
        return merchantPolicies.signedOrder(record, merchant)
      },
      showOrder: signed => ({
        status: 200,
        body: { ...signed, signature: earlierSignatures.get(signed.order) ?? signed.signature },
      }),
    },
  },
  {
    name: 'memos of orders are normalized',
    breaks: 'SIG-06',
    alsoBreaks: ['ORDER-02'],
    story: 'All input is normalized to NFC.',
    policies: changeMemo(memo => memo.normalize('NFC')),
  },
  {
    name: 'proofs without a memo are taken unsigned',
    breaks: 'SIG-03',
    alsoBreaks: ['WEBHOOK-03', 'WEBHOOK-09', 'WEBHOOK-11'],
    story: 'proof.memo.trim() throws if there is no memo, and the catch block accepts.',
    policies: {
      verifyPayload: (payload, signature, signer) =>
        (isObject(payload) && payload.memo === undefined) || verifyPayload(payload, signature, signer),
    },
  },
]
