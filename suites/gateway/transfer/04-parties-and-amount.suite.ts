/** TRANSFER-04 · from, to, amount and currency of the proof are those of the request (the amount equal in value). */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { overMessages } from '../../members/property.ts'
import { proofOf } from '../../support/gateway/transactions.ts'
import { unitsThatFractionsCut } from '../../support/gateway/transfer/binary-amounts.ts'
import type { Shared } from '../../support/gateway/transfer/similar-transfers.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'
import { anyTransfers, expectEchoed, ofSimilarTransfers } from './any-transfer.ts'

/** The largest generated amount, in units. */
const mostUnits = 500

const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

const expectProofOf = (body: JsonObject, proof: JsonObject): void => {
  expectSame(memberOf(proof.from, 'ocid'), memberOf(body.from, 'ocid'), 'proof.from.ocid')
  expectSame(memberOf(proof.from, 'reference'), memberOf(body.from, 'reference'), 'proof.from.reference')
  expectSame(memberOf(proof.to, 'ocid'), memberOf(body.to, 'ocid'), 'proof.to.ocid')
  expectSame(proof.currency, body.currency, 'proof.currency')
  // A number instead of the string fails FMT-02.
  const isAmount = isSameAmount(textOf(proof.amount), textOf(body.amount))
  expectThat(isAmount, 'proof.amount is not the amount of the request', {
    expected: body.amount,
    actual: proof.amount ?? 'no amount',
  })
}

clause.property(
  'TRANSFER-04',
  'parties and amount of the proof',
  {
    arbitrary: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
    examples: ({ money }) => unitsThatFractionsCut(money),
    runs: 8,
    test: async (context, units) => {
      const body = context.transferOf({ from: context.partner, to: context.merchant, units }) as JsonObject
      const transfer = await context.call('transfer.create', body, { as: context.partner }).asControl()
      expectProofOf(body, proofOf(transfer))
    },
  },
  { firstLook: true },
)

const members = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

members.clause.property(
  'TRANSFER-04',
  'any parties and amount in the proof',
  overMessages({ ...anyTransfers, test: expectEchoed('TRANSFER-04') }),
)

members.clause.property<Shared>(
  'TRANSFER-04',
  { id: 'transfers-that-are-alike-in-the-proof', title: 'proofs of similar transfers' },
  ofSimilarTransfers(expectEchoed('TRANSFER-04')),
)

clause('TRANSFER-04', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'transfer.create', response => memberOf(memberOf(response, 'proof'), 'amount')),
)
