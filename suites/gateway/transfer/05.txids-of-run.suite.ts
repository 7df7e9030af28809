import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'

/** The txids of all transfers that other checks made. Heading: Proof. */
const { clause } = defineSuite({
  id: 'transfer-of-run',
  roles: ['gateway'],
  operations: ['transfer.create'],
  sendsNothing: true,
})

const partiesOf = (proof: Json | undefined): string => {
  const [from, to] = [memberOf(proof, 'from'), memberOf(proof, 'to')]
  return JSON.stringify([
    memberOf(from, 'ocid'),
    memberOf(to, 'ocid'),
    memberOf(to, 'reference'),
    memberOf(proof, 'currency'),
  ])
}

const amountOf = (proof: Json | undefined): string => textOf(memberOf(proof, 'amount'))

/** Returns whether two proofs may be of one transfer, which was requested twice. */
const areOfOne = (a: Json | undefined, b: Json | undefined): boolean => {
  const [amount, other] = [amountOf(a), amountOf(b)]
  return partiesOf(a) === partiesOf(b) && (amount === other || isSameAmount(amount, other))
}

clause(
  'TRANSFER-05',
  'txids',
  async ({ run }) => {
    // A missing txid fails TRANSFER-01.
    const transfers = run.seen.signed.filter(
      ({ method, document }) => method === 'POST' && memberOf(document.proof, 'txid') !== undefined,
    )
    if (transfers.length === 0) notApplicable('No other check of the run has seen a proof.')
    const known = new Map<Json | undefined, Json | undefined>()
    for (const { document, exchange } of transfers) {
      const txid = memberOf(document.proof, 'txid')
      const earlier = known.get(txid)
      known.set(txid, document.proof)
      expectThat(earlier === undefined || areOfOne(earlier, document.proof), 'two transfers have the same txid', {
        expected: 'a txid for one transfer alone',
        actual: [earlier, document.proof],
        at: { exchange },
        isProof: true,
      })
    }
  },
  { last: true },
)
