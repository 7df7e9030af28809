import { Refusal } from '../../../../protocol/errors.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { changeMember } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeShown } from '../support/responses.ts'

/** Omits a member from the answers of verify. */
const omitShown =
  (member: string) =>
  ({ [member]: _lost, ...body }: JsonObject): JsonObject =>
    body

/** Changes what verify shows from the second reading on. */
const changeOnRepeat = (
  change: (body: JsonObject, reads: number) => JsonObject,
): ((body: JsonObject) => JsonObject) => {
  const reads = new Map<string, number>()
  return body => {
    const { proof } = body
    const txid = String(body.txid ?? changeMember(proof ?? {}, 'txid', own => own ?? '').txid)
    const before = reads.get(txid) ?? 0
    reads.set(txid, before + 1)
    return before === 0 ? body : change(body, before)
  }
}

/** The clauses that also fail if verify shows a wrong proof. */
const clausesOfProof = ['TRANSFER-14', 'PAGE-08', 'PAYMENT-15', 'FLOW-01', 'FLOW-02'] as const

/** Faults in what verify shows of a transaction (VERIFY-02 to VERIFY-05). */
export const verifyStatusMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'verify shows a completed transaction without its signature',
    breaks: 'VERIFY-02',
    alsoBreaks: clausesOfProof,
    story: 'A caller of the gateway itself seemed to need no signature.',
    policies: changeShown('completed', omitShown('signature')),
  },
  {
    name: 'verify shows the proof as the answer itself',
    breaks: 'VERIFY-02',
    alsoBreaks: clausesOfProof,
    story: 'The proof has everything, so it was flattened into the response.',
    policies: changeShown('completed', ({ status = '', proof = {}, signature = '' }) => ({
      ...changeMember(proof, 'status', () => status),
      signature,
    })),
  },
  {
    name: 'verify calls a completed transaction settled',
    breaks: 'VERIFY-02',
    alsoBreaks: clausesOfProof,
    story: 'The status is read from the ledger.',
    policies: changeShown('completed', body => ({ ...body, status: 'settled' })),
  },
  {
    name: 'verify shows the internal status',
    breaks: 'VERIFY-03',
    alsoBreaks: ['PAYMENT-06'],
    story: 'The database row is serialized unchanged.',
    policies: changeShown('pending', body => ({ ...body, status: 'pending_settlement' })),
  },
  {
    name: 'verify does not say when a payment expires',
    breaks: 'VERIFY-03',
    alsoBreaks: ['PAYMENT-03', 'PAYMENT-06'],
    story: 'expiresAt is optional in the response of payment/create, so it was treated as optional here.',
    policies: changeShown('pending', omitShown('expiresAt')),
  },
  {
    name: 'verify does not say when a payment was made',
    breaks: 'VERIFY-03',
    alsoBreaks: ['PAYMENT-06'],
    story: 'createdAt is in the base class, which the serializer skips.',
    policies: changeShown('pending', omitShown('createdAt')),
  },
  {
    name: 'an expired payment is unknown',
    breaks: 'VERIFY-04',
    story: 'WHERE expires_at > now() hides expired rows.',
    policies: {
      describeTransaction: (transaction, gateway) => {
        const body = gatewayPolicies.describeTransaction(transaction, gateway)
        if (body.status === 'expired') throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such transaction.')
        return body
      },
    },
  },
  {
    name: 'an expired payment is shown without its txid',
    breaks: 'VERIFY-04',
    story: 'The caller already knows it.',
    policies: changeShown('expired', omitShown('txid')),
  },
  {
    name: 'a payment is completed by looking at it',
    breaks: 'VERIFY-05',
    alsoBreaks: ['FLOW-03'],
    story: 'Verify advances the state machine, and the stub for settlement says yes.',
    policies: changeShown(
      'pending',
      changeOnRepeat(({ txid = '' }) => ({ status: 'completed', txid })),
    ),
  },
  {
    name: 'a payment lives longer each time it is looked at',
    breaks: 'VERIFY-05',
    story: 'Sliding expiration, as in the cache that stores it.',
    policies: changeShown(
      'pending',
      changeOnRepeat((body, reads) => changeMember(body, 'expiresAt', at => Number(at) + 60 * reads)),
    ),
  },
  {
    name: 'a proof is handed out once',
    breaks: 'VERIFY-05',
    alsoBreaks: ['FLOW-03'],
    story: 'Receipts are in a queue, and reading one removes it.',
    policies: changeShown(
      'completed',
      changeOnRepeat(({ status = '' }) => ({ status })),
    ),
  },
  {
    name: 'a pending payment is as young as its reading',
    breaks: 'VERIFY-05',
    alsoBreaks: ['PAYMENT-02', 'PAYMENT-06'],
    story: 'createdAt has no column, and the default of the response class is the current time.',
    policies: {
      describeTransaction: (transaction, gateway) => {
        const body = gatewayPolicies.describeTransaction(transaction, gateway)
        return body.status === 'pending' ? { ...body, createdAt: unixSeconds(gateway.ports) } : body
      },
    },
  },
  {
    name: 'the proof that verify shows is dated to its reading',
    breaks: 'VERIFY-05',
    alsoBreaks: clausesOfProof,
    story: 'The proof is built and signed for each response, and the builder dates it.',
    policies: {
      describeTransaction: (transaction, gateway) => {
        if (transaction.kind !== 'completed') return gatewayPolicies.describeTransaction(transaction, gateway)
        const proof = { ...transaction.signed.proof, timestamp: unixSeconds(gateway.ports) }
        return {
          status: 'completed',
          proof,
          signature: gateway.policies.signPayload(proof, gateway.key, gateway.profile),
        }
      },
    },
  },
]
