import type { JsonObject } from '../../protocol/json.ts'
import type { Stage } from '../harness/stage.ts'
import type { Verified } from '../verified.ts'
import { foreignOcid, unpaidOrder } from './orders.ts'

/** The gateway's proof at POST /transfer/webhook, with every member that the document has for it. Heading: Proof. */
export const verifiedProof: Verified = {
  operation: 'transfer.webhook',
  name: 'proof',
  code: 'PROOF_SIGNATURE_INVALID',
  signer: stage => stage.gateway,
  sender: stage => stage.gateway,
  payload: async stage => stage.gateway.proof(await unpaidOrder(stage), { memo: 'Conformance proof' }) as JsonObject,
  beside: () => ({}),
  // What is in from and to is below the top.
  changed: stage => [
    { path: 'txid', value: stage.fresh('tx') },
    // Whether the issuer is accepted is looked at before the signature.
    { path: 'issuer', value: foreignOcid(stage), anyRefusal: true },
    { path: 'amount', value: stage.money.amount(101) },
    { path: 'currency', value: otherCurrency(stage) },
    { path: 'timestamp', value: stage.now() - 60 },
    { path: 'memo', value: 'Another memo' },
  ],
  optional: ['memo'],
  required: ['txid', 'issuer', 'from', 'to', 'amount', 'currency', 'timestamp'],
  changedInside: stage => [
    { path: 'from.ocid', value: foreignOcid(stage) },
    { path: 'from.reference', value: stage.fresh('from') },
    { path: 'to.ocid', value: foreignOcid(stage), anyRefusal: true },
    { path: 'to.reference', value: stage.fresh('order') },
  ],
  insideOptional: ['from.ocid', 'from.reference'],
  texts: ['memo', 'from.reference'],
}

/** Another active currency with two minor digits. */
export const otherCurrency = ({ money }: Stage): string => (money.currency === 'EUR' ? 'USD' : 'EUR')
