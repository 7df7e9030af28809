/** VERIFY-07 · txids cannot be guessed: verify is public and shows who paid whom. */

import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { type Json, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { bitsOf } from '../../support/gateway/entropy.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'

/** How many txids of each kind of transaction are compared, and how many bits must vary among them. */
const sampleSize = 12
const fewestBits = 32

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })

/** A kind of transaction, and how to make one. */
type TransactionKind = { kind: string; create: () => PromiseLike<{ json?: Json | undefined }> }

const hostedProof = async (context: CheckContext): Promise<JsonObject> =>
  (await payForProof(context, await openSession(context))).proof

/** Lists the kinds that the target declares; hosted payments, which are slow, only if there are no others. */
const kindsOf = (context: CheckContext): TransactionKind[] => {
  const { partner, merchant } = context
  const declared: (TransactionKind | false)[] = [
    isDeclared(context, 'payment.create') && {
      kind: 'payments',
      create: () => context.pay(context.paymentOf(merchant)),
    },
    isDeclared(context, 'transfer.create') && {
      kind: 'transfers',
      create: () => context.transfer({ from: partner, to: merchant }),
    },
  ]
  const kinds = declared.filter(kind => kind !== false)
  if (kinds.length > 0) return kinds
  if (!isDeclared(context, 'orders.checkout'))
    notApplicable('The target does not declare an operation that makes a transaction.')
  return [{ kind: 'hosted payments', create: async () => ({ json: { proof: await hostedProof(context) } }) }]
}

/** Makes transactions one by one and returns their txids. */
const sampleTxids = async (create: TransactionKind['create']): Promise<string[]> => {
  const txids: Json[] = []
  for (let count = 0; count < sampleSize; count++) {
    const { json } = await create()
    txids.push(memberOf(json, 'txid') ?? memberOf(memberOf(json, 'proof'), 'txid') ?? null)
  }
  return txids.filter(txid => typeof txid === 'string')
}

clause('VERIFY-07', 'guessable txids', async context => {
  const samples = await Promise.all(
    kindsOf(context).map(async ({ kind, create }) => ({ kind, txids: await sampleTxids(create) })),
  )
  const complete = samples.filter(({ txids }) => txids.length === sampleSize)
  if (complete.length === 0) blocked(`no ${samples.map(({ kind }) => kind).join(' and no ')} are accepted`)
  for (const { kind, txids } of complete) {
    const bits = Math.round(bitsOf(txids))
    expectThat(bits >= fewestBits, `the txids of ${kind} can be guessed`, {
      expected: `random txids: at least ${fewestBits} bits vary among ${sampleSize} of them`,
      actual: `${bits} bits: ${txids.slice(0, 3).join(', ')}, …`,
    })
  }
})
