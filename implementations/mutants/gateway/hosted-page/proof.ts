import type { Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Session } from '../../../../reference/gateway/records.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { toTheMinute } from '../support/minutes.ts'

/** Changes the proof of a hosted payment. */
const changeProof = (change: (session: Session, gateway: Gateway) => Partial<Proof>) => ({
  proofOfSession: (session: Session, gateway: Gateway): Proof => ({
    ...gatewayPolicies.proofOfSession(session, gateway),
    ...change(session, gateway),
  }),
})

/** Changes and re-signs the proof that verify shows of a hosted payment. */
const changeVerifiedProof = (change: (proof: Proof) => Proof): Partial<GatewayPolicies> => ({
  describeTransaction: (transaction, gateway) => {
    if (transaction.kind !== 'completed' || transaction.signed.proof.from.ocid !== gateway.ocid)
      return gatewayPolicies.describeTransaction(transaction, gateway)
    const proof = change(transaction.signed.proof)
    return { status: 'completed', proof, signature: gateway.policies.signPayload(proof, gateway.key, gateway.profile) }
  },
})

/** Proves the order of the session that the browser's cookie names. */
const provingLastPage = (): Pick<Mutant<GatewayPolicies>, 'policies' | 'prepare'> => {
  const lastOf = new Map<string, string>()
  return {
    policies: changeProof(({ id, merchant, order }, gateway) => {
      const last = gatewayPolicies.currentSession(lastOf.get(id) ?? id, gateway)
      return { to: { ocid: merchant, reference: last?.order.id ?? order.id } }
    }),
    prepare: server =>
      void server.addHook('preHandler', async ({ method, params, headers }, reply) => {
        const { sessionId } = params as { sessionId?: string }
        if (sessionId === undefined) return
        if (method === 'GET') reply.header('set-cookie', `last=${sessionId}; Path=/; HttpOnly; SameSite=Lax`)
        const last = /\blast=([^;]+)/.exec(headers.cookie ?? '')?.[1]
        if (method === 'POST' && last !== undefined) lastOf.set(sessionId, last)
      }),
  }
}

/** Proves a payment with the memo of the order that its merchant last checked out, or that was last paid. */
const provingLastMemo = (kept: 'checkedOut' | 'paid'): Partial<GatewayPolicies> => {
  const memos = new Map<number, string | undefined>()
  const checkedOut: Partial<GatewayPolicies> = {
    newSession: checkout => {
      memos.set(checkout.caller, checkout.request.order.memo)
      return gatewayPolicies.newSession(checkout)
    },
  }
  return {
    ...(kept === 'checkedOut' ? checkedOut : {}),
    proofOfSession: (session, gateway) => {
      const { memo: own, ...proof } = gatewayPolicies.proofOfSession(session, gateway)
      const memo = memos.get(session.merchant) ?? own
      if (kept === 'paid') memos.set(session.merchant, own)
      return memo === undefined ? proof : { ...proof, memo }
    },
  }
}

/** Faults in the proof of a hosted payment (PAGE-07, PAGE-08, PAGE-12). */
export const hostedPageProofMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the memo of a proof is that of the order that came last',
    breaks: 'PAGE-07',
    alsoBreaks: ['PAGE-08'],
    story: 'The memo is stored with the merchant, for the statement line.',
    policies: provingLastMemo('checkedOut'),
  },
  {
    name: 'the memo of a proof is that of the payment before',
    breaks: 'PAGE-07',
    alsoBreaks: ['PAGE-08'],
    story: 'The statement is written before the memo, in a buffer of the merchant.',
    policies: provingLastMemo('paid'),
  },
  {
    name: "the proof names the order by the merchant's own reference",
    breaks: 'PAGE-07',
    alsoBreaks: ['FLOW-01'],
    story: 'order.reference sounds like to.reference.',
    policies: changeProof(({ merchant, order }) => ({
      to: { ocid: merchant, reference: order.reference ?? order.id },
    })),
  },
  {
    name: 'every hosted payment is proven to the first merchant',
    breaks: 'PAGE-07',
    story: 'There was one merchant when the page was written.',
    policies: changeProof(({ order, merchant }, { directory: { merchants } }) => ({
      to: { ocid: merchants.keys().next().value ?? merchant, reference: order.id },
    })),
  },
  {
    name: 'the amount of a hosted payment is rounded',
    breaks: 'PAGE-07',
    alsoBreaks: ['FLOW-01'],
    story: 'Math.round() to get rid of 0.30000000000000004, without multiplying by a hundred first.',
    policies: changeProof(({ order }) => ({ amount: String(Math.round(Number(order.amount))) })),
  },
  {
    name: 'the amount of a hosted payment is cut to cents as a float',
    breaks: 'PAGE-07',
    alsoBreaks: ['FLOW-01'],
    story: 'int(float(amount) * 100), and 4.35 becomes 434.',
    policies: changeProof(({ order }) => ({ amount: (Math.trunc(Number(order.amount) * 100) / 100).toFixed(2) })),
  },
  {
    name: 'the merchant is the issuer of the proof',
    breaks: 'PAGE-07',
    story: 'The session has one OCID, which went into both members.',
    policies: changeProof(({ merchant }) => ({ issuer: merchant })),
  },
  {
    name: 'verify shows a hosted payment with the time of asking',
    breaks: 'PAGE-08',
    alsoBreaks: ['FLOW-01'],
    story: 'The proof is rebuilt from the session, with the current time.',
    policies: changeVerifiedProof(proof => ({ ...proof, timestamp: proof.timestamp + 1 })),
  },
  {
    name: 'verify shows a hosted payment without its memo',
    breaks: 'PAGE-08',
    alsoBreaks: ['FLOW-01'],
    story: 'The table of transactions has no column for it.',
    policies: changeVerifiedProof(({ memo: _memo, ...proof }) => proof),
  },
  {
    name: 'a hosted payment has the id of its order',
    breaks: 'PAGE-12',
    story: 'Order ids are unique, but two shops that count from 1 were never tried together.',
    policies: changeProof(({ order }) => ({ txid: order.id })),
  },
  {
    name: 'a hosted payment is named by the reference of the shop',
    breaks: 'PAGE-12',
    story: 'The shop wanted its own reference on the statement, and a cart keeps its reference.',
    policies: changeProof(({ order }) => ({ txid: order.reference ?? order.id })),
  },
  {
    name: 'a hosted payment is dated to its session',
    breaks: 'PAGE-12',
    story: 'The proof is written from the session, which has one time.',
    policies: changeProof(({ createdAt }) => ({ timestamp: createdAt })),
  },
  {
    name: 'a hosted payment is dated to the minute',
    breaks: 'PAGE-12',
    story: 'The acquirer shows when a payment was authorized, but not the seconds.',
    policies: {
      proofOfSession: (session, gateway) => {
        const proof = gatewayPolicies.proofOfSession(session, gateway)
        return { ...proof, timestamp: toTheMinute(gateway.mutex, proof.timestamp) }
      },
    },
  },
  {
    name: 'a hosted payment is dated to its order',
    breaks: 'PAGE-12',
    story: 'createdAt was the only timestamp available.',
    policies: changeProof(({ order, createdAt }) => ({ timestamp: order.createdAt ?? createdAt })),
  },
  {
    name: 'the proof of an order without a memo has one that is null',
    breaks: 'NOTIFY-01',
    story: 'The session row has a column for it, and the proof is made from the row.',
    policies: changeProof(({ order }) => (order.memo === undefined ? { memo: null as unknown as string } : {})),
  },
  {
    name: 'the order id in the proof is trimmed',
    kind: 'echoes',
    breaks: 'PAGE-07',
    story: 'A CHAR column of the card processor pads with blanks, so they are cut off.',
    policies: changeProof(({ merchant, order }) => ({ to: { ocid: merchant, reference: order.id.trimEnd() } })),
  },
  {
    name: 'the order id in the proof has no characters without a width',
    kind: 'echoes',
    breaks: 'PAGE-07',
    story: 'Pasted texts contain them, so a filter removes them.',
    policies: changeProof(({ merchant, order }) => ({
      to: { ocid: merchant, reference: order.id.replaceAll(/\p{Cf}/gu, '') },
    })),
  },
  {
    name: 'the proof is for the order whose page the browser opened last',
    kind: 'models',
    breaks: 'PAGE-07',
    story: "The browser's cookie says which session it is in, and the payment is booked for that one.",
    ...provingLastPage(),
  },
]
