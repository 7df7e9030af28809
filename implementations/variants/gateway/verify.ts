import { signPayload } from '../../../protocol/signature/payload.ts'
import { unixSeconds } from '../../../reference/every-role/wire-format/values.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { signWithEither } from '../support/high-s.ts'
import type { Variant } from '../variant.ts'

/** Signs the proof again for each reading, with a low or a high s. */
const signAgain: GatewayPolicies['describeTransaction'] = (transaction, gateway) => {
  const body = gatewayPolicies.describeTransaction(transaction, gateway)
  const { proof } = body
  return proof === undefined
    ? body
    : { ...body, signature: signWithEither(signPayload)(proof, gateway.key, gateway.profile) }
}

const addMembers: GatewayPolicies['describeTransaction'] = (transaction, gateway) => {
  const body = gatewayPolicies.describeTransaction(transaction, gateway)
  return { links: { self: 'https://gateway.example/' }, readAt: unixSeconds(gateway.ports), ...body }
}

/** Renames the status of expired payments. */
const renameExpired =
  (name: string): GatewayPolicies['describeTransaction'] =>
  (transaction, gateway) => {
    const body = gatewayPolicies.describeTransaction(transaction, gateway)
    return body.status === 'expired' ? { ...body, status: name } : body
  }

const rewordUnknown: GatewayPolicies['refuse'] = refusal => ({
  status: refusal.status,
  body:
    refusal.code === 'TXID_NOT_FOUND'
      ? { error: { code: 'TXID_NOT_FOUND', message: 'Nothing of the kind.', details: { searched: 1 } }, txid: null }
      : refusal.body(),
})

/** Other ways to show a transaction ("GET /verify/{txid}"). */
export const verifyVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'verify signs afresh',
    story: 'Signatures are not stored.',
    policies: { describeTransaction: signAgain },
  },
  {
    name: 'verify shows members of its own',
    story: 'The back office reads the same URL.',
    policies: { describeTransaction: addMembers },
  },
  {
    name: 'an unknown txid is reported in other words',
    story: 'A page of the old interface needs that member.',
    policies: { refuse: rewordUnknown },
  },
  {
    name: 'what has expired is timed out',
    story: 'The ledger uses that word.',
    policies: { describeTransaction: renameExpired('timed_out') },
  },
  {
    name: 'what has expired has failed',
    story: 'One status covers everything that went wrong.',
    policies: { describeTransaction: renameExpired('failed') },
  },
]
