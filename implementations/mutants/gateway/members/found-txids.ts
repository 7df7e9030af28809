import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'

/** Finds a transaction by a string other than its txid. */
const findTxid = (
  find: (asked: string, known: readonly string[]) => string | undefined,
): Pick<Mutant<GatewayPolicies>, 'policies' | 'prepare'> => {
  const known: string[] = []
  return {
    policies: {
      newTxid: gateway => {
        const txid = gatewayPolicies.newTxid(gateway)
        known.push(txid)
        return txid
      },
    },
    prepare: server =>
      void server.addHook('preHandler', async ({ url, params }) => {
        const asked = params as Record<string, string>
        const found = url.includes('/verify/') ? find(String(asked['*']), known) : undefined
        if (found !== undefined) asked['*'] = found
      }),
  }
}

/** Returns whether a string matches a pattern with two wildcards, one for any text and one for any letter. */
const isLike = (text: string, pattern: string, [anyText, anyLetter]: readonly [string, string]): boolean => {
  const parts = [...pattern].map(letter =>
    letter === anyText ? '.*' : letter === anyLetter ? '.' : letter.replace(/[^\w-]/g, '\\$&'),
  )
  return new RegExp(`^${parts.join('')}$`).test(text)
}

const kind = 'confusables'

/** Transactions that are found by a string other than their txid (VERIFY-01). */
export const foundTxidMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a transaction is found by the beginning of its txid',
    kind,
    breaks: 'VERIFY-01',
    story: "The back office's search box searches with LIKE txid%, and verify shares its query.",
    ...findTxid((asked, known) => known.find(txid => txid.startsWith(asked))),
  },
  {
    name: 'what stands behind a txid is cut off',
    kind,
    breaks: 'VERIFY-01',
    story: "The procedure's parameter is a CHAR(36).",
    ...findTxid((asked, known) => known.find(txid => asked.startsWith(txid))),
  },
  {
    name: 'a transaction is found by the end of its txid',
    kind,
    breaks: 'VERIFY-01',
    story: 'Customers read out the last digits on the phone.',
    ...findTxid((asked, known) => known.find(txid => txid.endsWith(asked))),
  },
  {
    name: 'a txid is read as a pattern of the shell',
    kind,
    breaks: 'VERIFY-01',
    story: 'The transactions are files, and fnmatch() finds them.',
    ...findTxid((asked, known) => known.find(txid => isLike(txid, asked, ['*', '?']))),
  },
  {
    name: 'a txid is read as a pattern of SQL',
    kind,
    breaks: 'VERIFY-01',
    alsoBreaks: ['VERIFY-06'],
    story: 'LIKE instead of =, to find a txid in either case.',
    ...findTxid((asked, known) => known.find(txid => isLike(txid, asked, ['%', '_']))),
  },
]
