import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess, summary } from '../../../../harness/http/pending-response.ts'
import { expectSame, expectThat } from '../../../../harness/outcome.ts'
import { type Json, memberOf } from '../../../../protocol/json/json.ts'
import { readTransaction } from '../transactions.ts'

/** The first proofs of the transactions that verify has shown as completed, by txid. */
export type CompletedTransactions = Map<string, Json | undefined>

type Model = { context: CheckContext; completed: CompletedTransactions }

/** Remembers a transaction that is completed according to verify; one that verify does not know fails other clauses. */
export const remember = async ({ context, completed }: Model, txid: unknown): Promise<void> => {
  if (typeof txid !== 'string' || completed.has(txid)) return
  const { json } = await readTransaction(context, txid)
  if (memberOf(json, 'status') === 'completed') completed.set(txid, memberOf(json, 'proof'))
}

/** Fails the clause unless verify still shows every completed transaction, with the proof that it showed first. */
export const expectStillCompleted = async ({ context, completed }: Model): Promise<void> => {
  for (const [txid, proof] of completed) {
    const response = await readTransaction(context, txid)
    expectThat(isSuccess(response), 'a completed transaction is gone from verify', {
      expected: '200',
      actual: summary(response),
    })
    expectSame(memberOf(response.json, 'status'), 'completed', 'the status of a transaction that was completed before')
    expectSame(memberOf(response.json, 'proof'), proof, 'the proof of a transaction that was completed before')
  }
}
