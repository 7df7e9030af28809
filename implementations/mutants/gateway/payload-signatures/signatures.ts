import { isObject } from '../../../../protocol/json/json.ts'
import { sha256 } from '../../../../protocol/signature/hash.ts'
import { generatePrivateKey } from '../../../../protocol/signature/keys.ts'
import { signPayload, verifyPayload } from '../../../../protocol/signature/payload.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { notificationHeaders } from '../../../../reference/gateway/notification/outbox.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { escapeHtml } from '../../../../reference/service/html.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import { proofClauses } from '../../every-role/payload-signatures/signed-text.ts'
import type { Mutant } from '../../mutant.ts'

const retiredKey = generatePrivateKey()

const changeProof = (change: (proof: Proof) => Proof): Partial<GatewayPolicies> => ({
  proofOfTransfer: (request, gateway) => change(gatewayPolicies.proofOfTransfer(request, gateway)),
})

const changeMemo = (write: (memo: string) => string) =>
  changeProof(({ memo, ...proof }) => ({ ...proof, ...(memo === undefined ? {} : { memo: write(memo) }) }))

/** Faults in the signatures of a gateway, and in how it verifies orders (SIG-03, SIG-04, SIG-06). */
export const gatewaySignatureMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'proofs are signed with a key that was retired',
    breaks: 'SIG-04',
    alsoBreaks: proofClauses,
    story: 'The key changed in the metadata, but the signing worker was not restarted.',
    policies: { signPayload: (payload, _key, dialect) => signPayload(payload, retiredKey, dialect) },
  },
  {
    name: 'the hash that is signed is the hash of a hash',
    breaks: 'SIG-04',
    alsoBreaks: proofClauses,
    story: 'sign() hashes its argument, and got a hash.',
    policies: {
      signPayload: (payload, key, dialect) =>
        signPayload(payload, { sign: (hash: Uint8Array) => key.sign(sha256(hash)) } as typeof key, dialect),
    },
  },
  {
    name: 'the first kilobyte of a notification is signed',
    breaks: 'SIG-04',
    kind: 'ends',
    story: 'The signing middleware sees only the first buffer of the body.',
    policies: {
      notificationHeaders: (parts, ...signer) =>
        notificationHeaders({ ...parts, body: Buffer.from(parts.body).subarray(0, 1_024) }, ...signer),
    },
  },
  {
    name: 'memos are written in HTML',
    breaks: 'SIG-06',
    story: 'All input is escaped, so that pages need not.',
    policies: changeMemo(escapeHtml),
  },
  {
    name: 'memos are normalized',
    breaks: 'SIG-06',
    story: 'All input is normalized to NFC.',
    policies: changeMemo(memo => memo.normalize('NFC')),
  },
  {
    name: 'orders without a memo are taken unsigned',
    breaks: 'SIG-03',
    story: 'order.memo.trim() throws if there is no memo, and the catch block accepts.',
    policies: {
      verifyPayload: (payload, signature, signer) =>
        (isObject(payload) && payload.accepts !== undefined && payload.memo === undefined) ||
        verifyPayload(payload, signature, signer),
    },
  },
]
