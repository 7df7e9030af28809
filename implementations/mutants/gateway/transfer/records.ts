import { Refusal } from '../../../../protocol/errors.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import type { Gateway, GatewayPolicies, Transfer } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Transaction } from '../../../../reference/gateway/records.ts'
import { callerMayDebit, transferRules } from '../../../../reference/gateway/transfer.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Changes what verify shows of transfers (not of hosted payments, which the gateway itself pays). */
const changeShownTransfer = (
  change: (signed: Extract<Transaction, { kind: 'completed' }>['signed'], gateway: Gateway) => JsonObject,
): Partial<GatewayPolicies> => ({
  describeTransaction: (transaction, gateway) =>
    transaction.kind === 'completed' && transaction.signed.proof.from.ocid !== gateway.ocid
      ? change(transaction.signed, gateway)
      : gatewayPolicies.describeTransaction(transaction, gateway),
})

/** Refuses some transfers of the owner of a reserve account. */
const refuseOwner = (isRefused: (transfer: Transfer) => boolean): Partial<GatewayPolicies> => ({
  transferRules: replace(transferRules, callerMayDebit, transfer =>
    transfer.caller === transfer.request.from.ocid && isRefused(transfer)
      ? new Refusal('UNAUTHORIZED', 401, 'The caller may not debit the source account.')
      : callerMayDebit(transfer),
  ),
})

/** Faults in what verify shows of a transfer, and in who may transfer (TRANSFER-14, TRANSFER-17). */
export const transferRecordMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'transfers are not recorded for verify',
    breaks: 'TRANSFER-14',
    alsoBreaks: ['VERIFY-02', 'FLOW-02'],
    story: 'Verify was written for payments, and searches only their table.',
    policies: changeShownTransfer(() => {
      throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such transaction.')
    }),
  },
  {
    name: 'verify proves a transfer with the time of its booking',
    breaks: 'TRANSFER-14',
    alsoBreaks: ['FLOW-02'],
    story: 'The proof is rebuilt from the ledger entry, which is made a second later.',
    policies: changeShownTransfer(({ proof }, gateway) => ({
      status: 'completed',
      ...signProof({ ...proof, timestamp: proof.timestamp + 1 }, gateway),
    })),
  },
  {
    name: 'verify shows a transfer with the signature of its answer',
    breaks: 'TRANSFER-14',
    alsoBreaks: ['VERIFY-02', 'FLOW-02'],
    story: 'The stored signature covers proof and status together.',
    policies: changeShownTransfer((signed, gateway) => ({
      status: 'completed',
      proof: signed.proof,
      signature: gateway.policies.signPayload({ ...signed }, gateway.key, gateway.profile),
    })),
  },
  {
    name: 'only the gateway’s own app may debit',
    breaks: 'TRANSFER-17',
    alsoBreaks: ['AUTH-01', 'TRANSFER-01'],
    story: 'Partners are planned for version two.',
    policies: refuseOwner(() => true),
  },
  {
    name: 'partners may pay each other, and no merchant',
    breaks: 'TRANSFER-17',
    alsoBreaks: ['AUTH-01', 'TRANSFER-01'],
    story: 'Reserve accounts were built for settlement between partners; merchants were never tried.',
    policies: refuseOwner(({ request, gateway }) => gateway.directory.merchants.has(request.to.ocid)),
  },
]
