import type { CheckContext } from '../../../harness/context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import type { PayloadType } from '../payload-signatures/signed-payload.ts'
import { alikeCurrency } from '../wire-format/alike-currency.ts'
import { foreignOcid, unpaidOrder } from './orders.ts'

/** The gateway's proof at POST /transfer/webhook, with every member that the document lists. Heading: Proof. */
export const proofPayload: PayloadType = {
  operation: 'transfer.webhook',
  name: 'proof',
  refusalCode: 'PROOF_SIGNATURE_INVALID',
  signer: context => context.gateway,
  sender: context => context.gateway,
  create: async context =>
    context.gateway.proof(await unpaidOrder(context), { memo: 'Conformance proof' }) as JsonObject,
  otherMembers: () => ({}),
  // The members of from and to are below the top level.
  changes: context => [
    { path: 'txid', value: context.fresh('tx') },
    // The issuer is checked before the signature.
    { path: 'issuer', value: foreignOcid(context), anyRefusal: true },
    { path: 'amount', value: context.money.amount(101) },
    // A merchant may refuse an unknown currency before it verifies the signature.
    { path: 'currency', value: otherCurrency(context), anyRefusal: true },
    { path: 'timestamp', value: context.now() - 60 },
    { path: 'memo', value: 'Another memo' },
  ],
  optional: ['memo'],
  required: ['txid', 'issuer', 'from', 'to', 'amount', 'currency', 'timestamp'],
  nestedChanges: context => [
    { path: 'from.ocid', value: foreignOcid(context) },
    { path: 'from.reference', value: context.fresh('from') },
    { path: 'to.ocid', value: foreignOcid(context), anyRefusal: true },
    { path: 'to.reference', value: context.fresh('order') },
  ],
  nestedOptional: ['from.ocid', 'from.reference'],
  textPaths: ['memo', 'from.reference'],
}

/** Returns another active currency with as many minor digits as the run's. */
export const otherCurrency = ({ money }: CheckContext): string => alikeCurrency(money.currency)
