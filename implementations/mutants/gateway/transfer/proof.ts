import { randomInt } from 'node:crypto'
import { sha256Hex } from '../../../../protocol/signature/hash.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer, changeProof } from '../support/responses.ts'
import { keepStamps, stampOfRequest } from '../support/stamps.ts'

const whole = (amount: string): string => amount.split('.')[0] ?? amount

/** The clauses that also fail if two transfers share a txid, where the second replaces the first. */
const clausesOfTxid = ['VERIFY-02', 'VERIFY-05', 'TRANSFER-14', 'NOTIFY-02', 'NOTIFY-03', 'FLOW-02', 'FLOW-03'] as const

const firstTimes = new WeakMap<object, number>()

const dateOnce: GatewayPolicies['proofOfTransfer'] = (request, gateway) => {
  const proof = gatewayPolicies.proofOfTransfer(request, gateway)
  const timestamp = firstTimes.get(gateway.mutex) ?? proof.timestamp
  firstTimes.set(gateway.mutex, timestamp)
  return { ...proof, timestamp }
}

/** The first proof for each recipient's reference, and whether the current transfer repeats one. */
const firstProofs = new WeakMap<object, Map<string, Proof>>()
let isRepeated = false

const proveOnce: GatewayPolicies['proofOfTransfer'] = (request, gateway) => {
  const proof = gatewayPolicies.proofOfTransfer(request, gateway)
  const proofs = firstProofs.get(gateway.mutex) ?? new Map<string, Proof>()
  firstProofs.set(gateway.mutex, proofs)
  const { reference } = proof.to
  const first = proofs.get(reference ?? '')
  isRepeated = first !== undefined
  if (reference !== undefined && first === undefined) proofs.set(reference, proof)
  return first ?? proof
}

/** Faults in the proof that a transfer returns (TRANSFER-01 to TRANSFER-05). */
export const transferProofMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a transfer is answered 201',
    breaks: 'TRANSFER-01',
    story: 'It creates something, so the create template of the framework was used.',
    policies: changeAnswer('transfer.create', () => ({ status: 201 })),
  },
  {
    name: 'the proof of a transfer is handed out unsigned',
    breaks: 'TRANSFER-01',
    story: 'The serializer lists its members, and signature was added to the model later.',
    policies: changeAnswer('transfer.create', ({ proof = {} }) => ({ body: { proof } })),
  },
  {
    name: 'a checksum is handed out as the signature',
    breaks: 'TRANSFER-01',
    alsoBreaks: ['SIG-04'],
    story: 'The database record has its own checksum, called signature.',
    policies: changeAnswer('transfer.create', body => ({
      body: { ...body, signature: sha256Hex(JSON.stringify(body)) },
    })),
  },
  {
    name: 'the issuer of a proof is the account that was debited',
    breaks: 'TRANSFER-02',
    alsoBreaks: ['VERIFY-02'],
    story: 'Issuer was taken to mean the payer.',
    policies: changeProof((proof, { from }) => ({ ...proof, issuer: from.ocid })),
  },
  {
    name: 'the proof of a transfer is written in milliseconds',
    breaks: 'TRANSFER-02',
    alsoBreaks: ['FMT-01'],
    story: 'Date.now() without the division.',
    policies: changeProof(proof => ({ ...proof, timestamp: proof.timestamp * 1000 })),
  },
  {
    name: 'the proof of a transfer is in local time',
    breaks: 'TRANSFER-02',
    alsoBreaks: ['FMT-01'],
    story: 'A local time was parsed as UTC, two hours ahead.',
    policies: changeProof(proof => ({ ...proof, timestamp: proof.timestamp + 7200 })),
  },
  {
    name: 'every proof of a transfer has the time of the first',
    breaks: 'TRANSFER-02',
    alsoBreaks: ['FMT-01'],
    story: 'The default of the parameter is evaluated once.',
    policies: { proofOfTransfer: dateOnce },
  },
  {
    name: 'the proof of a transfer has the time that the request was stamped with',
    breaks: 'TRANSFER-02',
    story: 'The timestamp was available among the headers, and had just been checked.',
    policies: changeProof(proof => ({ ...proof, timestamp: stampOfRequest() ?? proof.timestamp })),
    prepare: keepStamps,
  },
  {
    name: 'the proof of a transfer has the time of its batch',
    breaks: 'TRANSFER-02',
    story: 'Bookings are made every ten seconds, and dated with their batch.',
    policies: changeProof(proof => ({ ...proof, timestamp: Math.ceil(proof.timestamp / 10) * 10 })),
  },
  {
    name: 'the order id is lost on the way to the proof',
    breaks: 'TRANSFER-03',
    story: 'to.reference is copied; that order.id can replace it was overlooked.',
    policies: { recipientReference: ({ to }) => to.reference },
  },
  {
    name: 'an absent reference is an empty one',
    breaks: 'TRANSFER-03',
    story: 'The column is NOT NULL, so it defaults to an empty string, and the order id never replaces it.',
    policies: { recipientReference: ({ to }) => to.reference ?? '' },
  },
  {
    name: 'references are cut to twelve characters',
    breaks: 'TRANSFER-03',
    alsoBreaks: ['VERIFY-02'],
    story: 'A bank statement has no room for more.',
    policies: { recipientReference: ({ to, order }) => (to.reference ?? order?.id)?.slice(0, 12) },
  },
  {
    name: 'the proof of a transfer has no cents',
    breaks: 'TRANSFER-04',
    story: 'The template for yen was used for every currency.',
    policies: changeProof(proof => ({ ...proof, amount: whole(proof.amount) })),
  },
  {
    name: 'sender and recipient are exchanged in the proof',
    breaks: 'TRANSFER-04',
    story: 'The ledger sees the other side, and the proof is written from the ledger.',
    policies: changeProof(proof => ({
      ...proof,
      from: { ...proof.from, ocid: proof.to.ocid },
      to: { ...proof.to, ocid: proof.from.ocid },
    })),
  },
  {
    name: 'the sender’s reference is forgotten',
    breaks: 'TRANSFER-04',
    story: "Only the recipient's reference has a column.",
    policies: changeProof(({ from, ...proof }) => ({ ...proof, from: { ocid: from.ocid } })),
  },
  {
    name: 'the txid is the hash of the request',
    breaks: 'TRANSFER-05',
    story: 'A hash was thought to identify a request uniquely.',
    policies: changeProof((proof, request) => ({ ...proof, txid: sha256Hex(JSON.stringify(request)) })),
  },
  {
    name: 'a second transfer for an order is answered with the first proof',
    breaks: 'TRANSFER-05',
    story: 'The reference serves as the idempotency key, and the rest of the request is not compared.',
    policies: {
      proofOfTransfer: proveOnce,
      move: (movement, store) => isRepeated || gatewayPolicies.move(movement, store),
    },
  },
  {
    name: 'the txid is the caller and the second',
    breaks: 'TRANSFER-05',
    alsoBreaks: [...clausesOfTxid, 'TRANSFER-12', 'VERIFY-07'],
    needsOthers: true,
    story: 'There was never more than one transfer a second.',
    policies: changeProof((proof, { from }) => ({ ...proof, txid: sha256Hex(`${from.ocid} ${proof.timestamp}`) })),
  },
  {
    name: 'the txid is one of twenty thousand',
    breaks: 'TRANSFER-05',
    alsoBreaks: [...clausesOfTxid, 'TRANSFER-12', 'VERIFY-07'],
    needsOthers: true,
    story: 'It is a hash of Math.random(), which starts in few states.',
    policies: changeProof(proof => ({ ...proof, txid: sha256Hex(String(randomInt(20_000))) })),
  },
]
