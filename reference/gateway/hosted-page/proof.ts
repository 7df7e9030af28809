import type { Proof } from '../../../schemas/messages.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import { ifDefined } from '../../service/if-defined.ts'
import type { Gateway } from '../contract.ts'
import type { Session } from '../records.ts'

/**
 * Returns the proof of a hosted payment (heading "Proof"): from the gateway to the merchant, over the order's own amount, with its own txid
 * and the time of completion. Clauses: PAGE-07, PAGE-12, PAGE-14.
 */
export const proofOfSession = ({ id, merchant, order }: Session, gateway: Gateway): Proof => ({
  txid: gateway.policies.newTxid(gateway),
  issuer: gateway.ocid,
  from: { ocid: gateway.ocid, reference: id },
  to: { ocid: merchant, reference: order.id },
  amount: order.amount,
  currency: order.currency,
  timestamp: unixSeconds(gateway.ports),
  ...ifDefined('memo', order.memo),
})
