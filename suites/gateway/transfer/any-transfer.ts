import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { expectEchoes } from '../../members/compare.ts'
import type { Drawn } from '../../members/draw.ts'
import { transferBody, transferMessages } from '../../members/gateway-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { echoesOf } from '../../members/table.ts'
import { createTransfer, proofOf } from '../../support/gateway/transactions.ts'
import {
  anyShared,
  type Shared,
  sharedSamples,
  transferSimilar,
} from '../../support/gateway/transfer/similar-transfers.ts'

type Made = { body: JsonObject; proof: JsonObject }

/**
 * Sends a transfer; returns its body and its proof, unless the target refuses it. One in another currency is then retried in that of
 * the run, since a target may refuse transfers from an account to itself.
 */
const sendAny = async (context: CheckContext, drawn: Drawn): Promise<Made | undefined> => {
  const { currency } = context.money
  const body = transferBody(context, drawn)
  const response = await context.call('transfer.create', body, { as: context.partner })
  if (isSuccess(response)) return { body, proof: proofOf(response.json) }
  return drawn.currency === currency ? undefined : sendAny(context, { ...drawn, currency })
}

/** Transfers with any values. */
export const anyTransfers = { messages: transferMessages, send: sendAny, runs: 3 }

/** Returns the test that a proof repeats the members of a request, as far as a clause requires. */
export const expectEchoed = (id: 'TRANSFER-03' | 'TRANSFER-04') => {
  const echoes = echoesOf('transfer.create', 'proof', id)
  return (_: CheckContext, { body, proof }: Made) => expectEchoes(echoes, body, proof, 'proof')
}

/** Returns the property that each of several transfers passes a test once all are made, whatever they have in common. */
export const ofSimilarTransfers =
  (test: (context: CheckContext, made: Made) => void | Promise<void>) =>
  async (control: CheckContext): Promise<PropertyBody<Shared>> => {
    await createTransfer(control)
    return {
      arbitrary: () => anyShared,
      examples: unlessQuick(control, sharedSamples),
      runs: 2,
      test: async (context, shared) => {
        for (const made of await transferSimilar(context, shared)) await test(context, made)
      },
    }
  }
