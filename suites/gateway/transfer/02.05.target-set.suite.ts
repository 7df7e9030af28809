import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { targetSet } from '../../members/target-set.ts'
import { createTransfer, proofOf, txidOf } from '../../support/gateway/transactions.ts'

/** What a gateway sets in its proof is not the caller's. Headings: Proof, POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-target-set', roles: ['gateway'], operations: ['transfer.create'] })

/** Makes a transfer whose body also has what the gateway sets in its proof; returns the proof, or undefined if it is refused. */
const proofDespite = async (context: CheckContext, more: JsonObject, units = 1): Promise<JsonObject | undefined> => {
  const body = context.transferOf({ from: context.partner, to: context.merchant, units })
  const response = await context.call('transfer.create', { ...body, ...more }, { as: context.partner })
  return isSuccess(response) ? proofOf(response.json) : undefined
}

const refused = () => notApplicable('The target refuses a transfer with members that only it sets, as it may.')

clause(
  'TRANSFER-02',
  'issuer and timestamp that the caller sends',
  async context => {
    await createTransfer(context)
    const from = context.now()
    const proof = (await proofDespite(context, targetSet(context, ['transfer.create']))) ?? refused()
    expectSame(proof.issuer, context.ocid, 'proof.issuer')
    expectThat(context.run.clock.isNow(proof.timestamp, from), 'proof.timestamp is not the current Unix second', {
      expected: from,
      actual: proof.timestamp ?? 'no timestamp',
    })
  },
  { fromTable: true },
)

clause(
  'TRANSFER-05',
  'txid that the caller sends',
  async context => {
    await createTransfer(context)
    const more = targetSet(context, ['transfer.create'])
    const first = (await proofDespite(context, more)) ?? refused()
    // A gateway that takes the txid for the name of one transfer refuses another one.
    const second = await proofDespite(context, more, 2)
    expectThat(second === undefined || txidOf(second) !== txidOf(first), 'two transfers have the same txid', {
      expected: 'a txid of its own for each transfer, or a refusal',
      actual: txidOf(first),
    })
  },
  { fromTable: true },
)
