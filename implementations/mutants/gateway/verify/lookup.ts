import { Refusal } from '../../../../protocol/errors.ts'
import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { changeRefusals } from '../support/responses.ts'

/** Answers 500 to some txids without a lookup. */
const crashOn = (isTooMuch: (txid: string) => boolean): Pick<Mutant<GatewayPolicies>, 'prepare'> => ({
  prepare: server =>
    void server.addHook('preHandler', async ({ params }) => {
      const txid = Object.values(params ?? {})[0]
      if (typeof txid === 'string' && isTooMuch(txid)) throw new Refusal('INTERNAL_ERROR', 500, 'Something went wrong.')
    }),
})

const indexLength = 20

const txidsByIndex = new Map<string, string>()

let counter = 0

/** Faults in the generation and lookup of txids (VERIFY-01, VERIFY-06, VERIFY-07). */
export const verifyLookupMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'an unknown txid is a 400',
    breaks: 'VERIFY-01',
    alsoBreaks: ['ERR-02'],
    story: 'Every refusal of the gateway is a 400, except the few that were looked up.',
    policies: changeRefusals('verify', 'TXID_NOT_FOUND', { status: 400 }),
  },
  {
    name: 'an unknown txid is answered like an unknown path',
    breaks: 'VERIFY-01',
    alsoBreaks: ['ERR-02'],
    story: 'The framework has its own 404.',
    policies: changeRefusals('verify', 'TXID_NOT_FOUND', { code: 'NOT_FOUND' }),
  },
  {
    name: 'an unknown txid is answered 200 and null',
    breaks: 'VERIFY-01',
    alsoBreaks: ['VERIFY-06'],
    story: 'The handler returns the result of the query, which found nothing.',
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
    story: 'The index holds twenty characters, and the query compares no more.',
    policies: {
      newTxid: gateway => {
        const txid = gatewayPolicies.newTxid(gateway)
        txidsByIndex.set(txid.slice(0, indexLength), txid)
        return txid
      },
    },
    prepare: server =>
      void server.addHook('preHandler', async ({ url, params }) => {
        const asked = params as Record<string, string>
        const found = txidsByIndex.get(String(asked['*']).slice(0, indexLength))
        if (url.includes('/verify/') && found !== undefined) asked['*'] = found
      }),
  },
  {
    name: 'blanks around a txid are cut',
    breaks: 'VERIFY-01',
    story: 'People paste txids, so the handler trims them.',
    policies: {},
    prepare: server =>
      void server.addHook('preHandler', async ({ url, params }) => {
        const asked = params as Record<string, string>
        if (url.includes('/verify/')) asked['*'] = String(asked['*']).trim()
      }),
  },
  {
    name: 'a NUL in a txid is an error of the database',
    breaks: 'VERIFY-06',
    story: 'The text column accepts no NUL, and nothing catches the error.',
    ...crashOn(txid => txid.includes('\0')),
  },
  {
    name: 'a long txid is an error of the database',
    breaks: 'VERIFY-06',
    story: 'varchar(255).',
    ...crashOn(txid => txid.length > 255),
  },
  {
    name: 'transactions are kept in a plain object',
    breaks: 'VERIFY-06',
    story: 'transactions[txid], and every object has a constructor.',
    ...crashOn(txid => txid in {}),
  },
  {
    name: 'txids are counted',
    breaks: 'VERIFY-07',
    story: 'An auto-increment column, with a prefix that makes it look like more.',
    policies: { newTxid: () => `TX${String(++counter).padStart(10, '0')}` },
  },
  {
    name: 'txids are the time and a counter',
    breaks: 'VERIFY-07',
    story: 'A snowflake id is unique, and was thought to be secret.',
    policies: { newTxid: ({ ports }) => `${unixSeconds(ports)}${String(++counter).padStart(6, '0')}` },
  },
]
