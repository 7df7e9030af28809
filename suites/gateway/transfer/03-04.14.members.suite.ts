import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { expectEchoes } from '../../members/compare.ts'
import type { Drawn } from '../../members/draw.ts'
import { transferBody, transferMessages } from '../../members/gateway-messages.ts'
import { overMessages } from '../../members/property.ts'
import { unlessQuick } from '../../members/samples.ts'
import { echoesOf } from '../../members/table.ts'
import { createTransfer, proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { anyShared, type Shared, sharedSamples, transferAlike } from '../../support/gateway/transfer/alike-transfers.ts'

/** Whatever a transfer says comes back in its proof. Headings: POST /transfer/create, Proof. */
const { clause } = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

type Made = { body: JsonObject; proof: JsonObject }

/**
 * Sends a transfer; returns its body and its proof, unless the target refuses it. One in another currency is then sent in that of
 * the run: a target may refuse transfers from an account to itself.
 */
const send = async (context: CheckContext, drawn: Drawn): Promise<Made | undefined> => {
  const { currency } = context.money
  const body = transferBody(context, drawn)
  const response = await context.call('transfer.create', body, { as: context.partner })
  if (isSuccess(response)) return { body, proof: proofOf(response.json) }
  return drawn.currency === currency ? undefined : send(context, { ...drawn, currency })
}

const transfers = { messages: transferMessages, send, runs: 3 }

for (const [id, title] of [
  ['TRANSFER-03', 'any reference in the proof'],
  ['TRANSFER-04', 'any parties and amount in the proof'],
] as const) {
  const echoes = echoesOf('transfer.create', 'proof', id)
  const test = (_: CheckContext, { body, proof }: Made) => expectEchoes(echoes, body, proof, 'proof')
  clause.property(id, title, overMessages({ ...transfers, test }))
}

clause.property(
  'TRANSFER-14',
  'any transfer at verify',
  overMessages({
    ...transfers,
    test: async (context, { proof }) => {
      const transaction = await context.verify(txidOf(proof)).expectAccepted()
      expectSame(transaction.proof, proof, 'the proof that verify shows')
    },
  }),
  { operations: ['transfer.create', 'verify'], long: true },
)

/** Returns the property that each of several transfers passes a test when all are made, whatever they have in common. */
const ofAlikeTransfers =
  (test: (context: CheckContext, made: Made) => void | Promise<void>) =>
  async (control: CheckContext): Promise<PropertyBody<Shared>> => {
    await createTransfer(control)
    return {
      arbitrary: () => anyShared,
      examples: unlessQuick(control, sharedSamples),
      runs: 2,
      test: async (context, shared) => {
        for (const made of await transferAlike(context, shared)) await test(context, made)
      },
    }
  }

clause.property<Shared>(
  'TRANSFER-04',
  'transfers that are alike in the proof',
  ofAlikeTransfers((_, { body, proof }) =>
    expectEchoes(echoesOf('transfer.create', 'proof', 'TRANSFER-04'), body, proof, 'proof'),
  ),
)

clause.property<Shared>(
  'TRANSFER-14',
  'transfers that are alike at verify',
  ofAlikeTransfers(async (context, { proof }) => {
    const transaction = await context.verify(txidOf(proof)).expectAccepted()
    expectSame(transaction.proof, proof, 'the proof that verify shows')
  }),
  { operations: ['transfer.create', 'verify'], long: true },
)
