import { Refusal } from '../../../protocol/errors.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { unixSeconds } from '../../../reference/service/ports.ts'
import { restated } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { refusedAs, shownAs } from './shown.ts'

/** What an answer shows but for a member. */
const lacking =
  (member: string) =>
  ({ [member]: _lost, ...shown }: JsonObject): JsonObject =>
    shown

/** What is shown when a transaction is not read for the first time. */
const later = (change: (shown: JsonObject, reads: number) => JsonObject): ((shown: JsonObject) => JsonObject) => {
  const reads = new Map<string, number>()
  return shown => {
    const { proof } = shown
    const txid = String(shown.txid ?? restated(proof ?? {}, 'txid', own => own ?? '').txid)
    const before = reads.get(txid) ?? 0
    reads.set(txid, before + 1)
    return before === 0 ? shown : change(shown, before)
  }
}

/** Verify, where it stumbles over some txids before it looks them up. */
const stumbling = (isTooMuch: (txid: string) => boolean): Pick<Mutant<GatewayPolicies>, 'prepare'> => ({
  prepare: server =>
    void server.addHook('preHandler', async ({ params }) => {
      const txid = Object.values(params ?? {})[0]
      if (typeof txid === 'string' && isTooMuch(txid)) throw new Refusal('INTERNAL_ERROR', 500, 'Something went wrong.')
    }),
})

const indexed = 20
const known = new Map<string, string>()
let counted = 0

/** What rests on the proof that verify shows. */
const sameProof = ['TRANSFER-14', 'PAGE-08', 'PAYMENT-15', 'FLOW-01', 'FLOW-02'] as const

/** Faults of GET /verify/{txid}. */
export const verifyMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'an unknown txid is a 400',
    breaks: 'VERIFY-01',
    alsoBreaks: ['ERR-02'],
    story: 'Every refusal of the gateway is a 400, but for those that somebody looked up.',
    policies: refusedAs('verify', 'TXID_NOT_FOUND', { status: 400 }),
  },
  {
    name: 'an unknown txid is answered like an unknown path',
    breaks: 'VERIFY-01',
    alsoBreaks: ['ERR-02'],
    story: 'The framework has a 404 of its own.',
    policies: refusedAs('verify', 'TXID_NOT_FOUND', { code: 'NOT_FOUND' }),
  },
  {
    name: 'an unknown txid is answered 200 and null',
    breaks: 'VERIFY-01',
    alsoBreaks: ['VERIFY-06'],
    story: 'The query found nothing, and what it found is the answer.',
    policies: {
      refuse: (refusal, at) =>
        at === 'verify' && refusal.code === 'TXID_NOT_FOUND'
          ? { status: 200, body: { status: 'unknown', txid: null } }
          : gatewayPolicies.refuse(refusal, at),
    },
  },
  {
    name: 'a txid is looked up by its beginning',
    breaks: 'VERIFY-01',
    story: 'The index holds twenty characters, and the query compares what the index holds.',
    policies: {
      newTxid: gateway => {
        const txid = gatewayPolicies.newTxid(gateway)
        known.set(txid.slice(0, indexed), txid)
        return txid
      },
    },
    prepare: server =>
      void server.addHook('preHandler', async ({ url, params }) => {
        const asked = params as Record<string, string>
        const found = known.get(String(asked['*']).slice(0, indexed))
        if (url.includes('/verify/') && found !== undefined) asked['*'] = found
      }),
  },
  {
    name: 'verify shows a completed transaction without its signature',
    breaks: 'VERIFY-02',
    alsoBreaks: sameProof,
    story: 'Whoever asks the gateway itself was thought to need none.',
    policies: shownAs('completed', lacking('signature')),
  },
  {
    name: 'verify shows the proof as the answer itself',
    breaks: 'VERIFY-02',
    alsoBreaks: sameProof,
    story: 'The proof has all that is asked for, and was flattened into the answer.',
    policies: shownAs('completed', ({ status = '', proof = {}, signature = '' }) => ({
      ...restated(proof, 'status', () => status),
      signature,
    })),
  },
  {
    name: 'verify calls a completed transaction settled',
    breaks: 'VERIFY-02',
    alsoBreaks: sameProof,
    story: 'The status is the one of the ledger.',
    policies: shownAs('completed', shown => ({ ...shown, status: 'settled' })),
  },
  {
    name: 'verify shows the internal status',
    breaks: 'VERIFY-03',
    alsoBreaks: ['PAYMENT-06'],
    story: 'The row of the database is serialized as it is.',
    policies: shownAs('pending', shown => ({ ...shown, status: 'pending_settlement' })),
  },
  {
    name: 'verify does not say when a payment expires',
    breaks: 'VERIFY-03',
    alsoBreaks: ['PAYMENT-06'],
    story: 'expiresAt is optional in the answer of payment/create, and was taken for optional here.',
    policies: shownAs('pending', lacking('expiresAt')),
  },
  {
    name: 'verify does not say when a payment was made',
    breaks: 'VERIFY-03',
    alsoBreaks: ['PAYMENT-06'],
    story: 'createdAt is a column of the base class, which the serializer leaves out.',
    policies: shownAs('pending', lacking('createdAt')),
  },
  {
    name: 'an expired payment is unknown',
    breaks: 'VERIFY-04',
    story: 'WHERE expires_at > now() hides what has expired.',
    policies: {
      describe: (transaction, gateway) => {
        const shown = gatewayPolicies.describe(transaction, gateway)
        if (shown.status === 'expired') throw new Refusal('TXID_NOT_FOUND', 404, 'There is no such transaction.')
        return shown
      },
    },
  },
  {
    name: 'an expired payment is shown without its txid',
    breaks: 'VERIFY-04',
    story: 'Who asks knows it already.',
    policies: shownAs('expired', lacking('txid')),
  },
  {
    name: 'a payment is completed by looking at it',
    breaks: 'VERIFY-05',
    alsoBreaks: ['FLOW-03'],
    story: 'Verify advances the state machine, and a stub of the settlement says yes.',
    policies: shownAs(
      'pending',
      later(({ txid = '' }) => ({ status: 'completed', txid })),
    ),
  },
  {
    name: 'a payment lives longer each time it is looked at',
    breaks: 'VERIFY-05',
    story: 'Sliding expiration, as in the cache that holds it.',
    policies: shownAs(
      'pending',
      later((shown, reads) => restated(shown, 'expiresAt', at => Number(at) + 60 * reads)),
    ),
  },
  {
    name: 'a proof is handed out once',
    breaks: 'VERIFY-05',
    alsoBreaks: ['FLOW-03'],
    story: 'Receipts are kept in a queue, and reading one takes it out.',
    policies: shownAs(
      'completed',
      later(({ status = '' }) => ({ status })),
    ),
  },
  {
    name: 'a NUL in a txid is an error of the database',
    breaks: 'VERIFY-06',
    story: 'A text column that takes no NUL, and an error that nobody catches.',
    ...stumbling(txid => txid.includes('\0')),
  },
  {
    name: 'a long txid is an error of the database',
    breaks: 'VERIFY-06',
    story: 'varchar(255).',
    ...stumbling(txid => txid.length > 255),
  },
  {
    name: 'transactions are kept in a plain object',
    breaks: 'VERIFY-06',
    story: 'transactions[txid], and every object has a constructor.',
    ...stumbling(txid => txid in {}),
  },
  {
    name: 'txids are counted',
    breaks: 'VERIFY-07',
    story: 'An auto-increment column, with a prefix to look like more.',
    policies: { newTxid: () => `TX${String(++counted).padStart(10, '0')}` },
  },
  {
    name: 'txids are the time and a counter',
    breaks: 'VERIFY-07',
    story: 'A snowflake id is unique, and was taken for secret.',
    policies: { newTxid: ({ ports }) => `${unixSeconds(ports)}${String(++counted).padStart(6, '0')}` },
  },
]
