import type { Refusal } from '../../../../protocol/errors.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { currencyDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer, objectIf, skipValidation } from '../support/policies.ts'

const isInvalidRequest = (refusal: Refusal): boolean => refusal.code === 'INVALID_REQUEST'

/** Faults in how the webhook answers (WEBHOOK-01, WEBHOOK-09). */
export const webhookResponseMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a proof that pays is answered 202',
    breaks: 'WEBHOOK-01',
    story: 'The proof goes into a queue, so 202.',
    policies: changeAnswer('transfer.webhook', body => ({ status: body.status === 'accepted' ? 202 : 200, body })),
  },
  {
    name: 'no proof is accepted',
    breaks: 'WEBHOOK-01',
    alsoBreaks: ['FLOW-01'],
    story: 'The flag that opens the shop was never set, so every payment is rejected.',
    policies: { objections: [() => 'The shop is closed.'] },
  },
  {
    name: 'a proof that pays is answered without its txid',
    breaks: 'WEBHOOK-01',
    story: 'The sender knows the txid, so the response only says accepted.',
    policies: changeAnswer('transfer.webhook', ({ txid, ...body }) => ({
      status: 200,
      body: body.status === 'accepted' ? body : { txid: txid ?? '', ...body },
    })),
  },
  {
    name: 'the txid of an answer is in upper case',
    breaks: 'WEBHOOK-01',
    alsoBreaks: ['WEBHOOK-06', 'WEBHOOK-08', 'WEBHOOK-17', 'FLOW-01'],
    story: 'The database column stores identifiers in upper case.',
    policies: changeAnswer('transfer.webhook', body => ({
      status: 200,
      body: { ...body, txid: String(body.txid).toUpperCase() },
    })),
  },
  {
    name: 'an order without items is taken for an empty one',
    breaks: 'WEBHOOK-01',
    story: 'There is nothing to ship, so no payment is accepted.',
    policies: {
      objections: [
        ...objections,
        objectIf(({ record }) => record.order.items === undefined, 'The order has no items.'),
      ],
    },
  },
  {
    name: 'rejections are plain text',
    breaks: 'FMT-04',
    story: 'The message is sent unchanged, by the handler for everything that goes wrong.',
    policies: changeAnswer('transfer.webhook', body => ({
      status: 200,
      body,
      ...(body.status === 'rejected' ? { type: 'text/plain' } : {}),
    })),
  },
  {
    name: 'a proof that cannot be read is acknowledged',
    breaks: 'WEBHOOK-09',
    alsoBreaks: ['FMT-05', 'FMT-06', 'FMT-08', 'FMT-09', 'SIG-03', 'SIG-05'],
    story: 'A gateway retries failures forever, so anything malformed is answered accepted.',
    policies: {
      refuse: (refusal, operation) =>
        operation === 'transfer.webhook' && isInvalidRequest(refusal)
          ? { status: 200, body: { status: 'accepted', txid: '' } }
          : merchantPolicies.refuse(refusal, operation),
    },
  },
  {
    name: 'a proof without an amount is for the whole order',
    breaks: 'WEBHOOK-09',
    alsoBreaks: ['FMT-08'],
    story: 'proof.amount ?? order.amount, from when the sandbox left it out.',
    policies: {
      ...skipValidation('signed-proof', '/proof/amount'),
      isSameAmount: (paid: string | undefined, due) => paid === undefined || merchantPolicies.isSameAmount(paid, due),
    },
  },
  {
    name: 'a proof without a currency is in that of the order',
    breaks: 'WEBHOOK-09',
    alsoBreaks: ['FMT-08'],
    story: 'Two currencies are compared only if there are two.',
    policies: {
      ...skipValidation('signed-proof', '/proof/currency'),
      objections: replace(objections, currencyDiffers, proofOfOrder =>
        'currency' in proofOfOrder.proof ? currencyDiffers(proofOfOrder) : undefined,
      ),
    },
  },
]
