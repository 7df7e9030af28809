import type { CheckContext } from '../../../harness/context.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Verified } from '../signed-payloads.ts'
import { foreignOcid, unpaidOrder } from './orders.ts'

/** The gateway's proof at POST /transfer/webhook, with every member that the document has for it. Heading: Proof. */
export const verifiedProof: Verified = {
  operation: 'transfer.webhook',
  name: 'proof',
  code: 'PROOF_SIGNATURE_INVALID',
  signer: context => context.gateway,
  sender: context => context.gateway,
  payload: async context =>
    context.gateway.proof(await unpaidOrder(context), { memo: 'Conformance proof' }) as JsonObject,
  beside: () => ({}),
  // What is in from and to is below the top.
  changed: context => [
    { path: 'txid', value: context.fresh('tx') },
    // Whether the issuer is accepted is looked at before the signature.
    { path: 'issuer', value: foreignOcid(context), anyRefusal: true },
    { path: 'amount', value: context.money.amount(101) },
    { path: 'currency', value: otherCurrency(context) },
    { path: 'timestamp', value: context.now() - 60 },
    { path: 'memo', value: 'Another memo' },
  ],
  optional: ['memo'],
  required: ['txid', 'issuer', 'from', 'to', 'amount', 'currency', 'timestamp'],
  changedInside: context => [
    { path: 'from.ocid', value: foreignOcid(context) },
    { path: 'from.reference', value: context.fresh('from') },
    { path: 'to.ocid', value: foreignOcid(context), anyRefusal: true },
    { path: 'to.reference', value: context.fresh('order') },
  ],
  insideOptional: ['from.ocid', 'from.reference'],
  texts: ['memo', 'from.reference'],
}

/** Another active currency with two minor digits. */
export const otherCurrency = ({ money }: CheckContext): string => (money.currency === 'EUR' ? 'USD' : 'EUR')
