import fc from 'fast-check'
import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { isClientError, isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectSame, expectThat, spelled } from '../../../harness/outcome.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { sha256Hex } from '../../../protocol/signature/hash.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import {
  anySimilarities,
  type Similarity,
  type SimilarText,
  similarByKind,
  similarities,
  similarTexts,
} from '../../members/values/similar-texts.ts'
import { minimalRequest, orderSigned, ownAmount, unpaidOrder } from '../../support/merchant/orders.ts'
import { describeProofResponse, isAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'
import { expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'
import { isUnrelated } from '../../support/probe.ts'

/**
 * How the order ids, and the txids of their proofs, resemble each other; `isReferred`: the reference of each order is the id of the next.
 */
export type SimilarOrders = { ids: Similarity[]; txids: Similarity[]; isReferred: boolean }

/** Creates orders with similar ids, except those that the target refuses, or signs under another id (ORDER-02). */
const createSimilar = async (
  context: CheckContext,
  { ids, txids, isReferred }: SimilarOrders,
): Promise<PaidOrder[]> => {
  const similar = similarTexts(context.fresh('order'), ids)
  const others = similarTexts('', txids).slice(similar.length)
  // The last order has a plain id and txid: a target may refuse all the others for their form.
  const all = [...similar, ...others.map(() => context.fresh('order')), context.fresh('order')]
  const created = all.map(async (id, at) => {
    const next = all[at + 1]
    const reference = isReferred && next !== undefined ? { reference: next } : {}
    const request = { ...minimalRequest(context), ...reference, id }
    const response = await context.createOrder(request)
    const isIt = isSuccess(response) && memberOf(memberOf(response.json, 'order'), 'id') === id
    return isIt ? [orderSigned(request, response.json)] : []
  })
  return (await Promise.all(created)).flat()
}

/** Ways to derive from an order id a string that is not an id, but that a careless lookup mistakes for it. */
const nearReferences: Readonly<Record<string, (id: string) => string>> = {
  'without its end': id => id.slice(0, -2),
  'without its beginning': id => id.slice(2),
  'with more behind': id => `${id}-1`,
  'with more before': id => `1-${id}`,
  'with more behind a NUL': id => `${id}\0-1`,
  'with a mark for any letter': id => `${id.slice(0, -1)}_`,
  'with a mark for any text': id => `${id.slice(0, -2)}%`,
  'with a mark for any name': id => `${id.slice(0, -2)}*`,
  'as a pattern': id => `^${id.slice(0, -2)}.*$`,
  'that is its own': id => ownReference(id),
}

/** Returns the member `reference` of a tried order, which is short and plain regardless of the id. */
const ownReference = (id: string): string => `own${sha256Hex(id).slice(0, 12)}`

/** Returns the kinds of similar ids that the target distinguishes: it signs an order under each of two such ids. */
const distinguishedSimilarities = async (context: CheckContext): Promise<Similarity[]> => {
  const signs = async (id: string): Promise<boolean> => {
    const response = await context.createOrder({ ...minimalRequest(context), id })
    return isSuccess(response) && memberOf(memberOf(response.json, 'order'), 'id') === id
  }
  const told = similarities.map(async similarity => {
    const [id, other] = similarTexts(context.fresh('order'), [similarity])
    return id !== undefined && other !== undefined && (await signs(id)) && (await signs(other)) ? [similarity] : []
  })
  return (await Promise.all(told)).flat()
}

/** Returns ids, each with similar references that no order has. */
const nearlyIds = (context: CheckContext, drawn: readonly string[]): SimilarText[] => {
  // No other id has the same beginning, and it has at most 32 characters.
  const id = `${context.fresh('o')}On`
  const near = drawn.flatMap(name => entryOf(nearReferences, name)?.(id) ?? [])
  const similar = similarByKind(
    context.fresh('order'),
    drawn.filter(name => similarities.includes(name)),
  )
  return near.length > 0 ? [{ text: id, others: near }, ...similar] : similar
}

/** Returns the part of an address after its origin. */
export const pathOf = (address: string): string => address.replace(/^[a-z]+:\/\/[^/]*/i, '')

/** Implements the check “references similar to an order id”. */
export const payWithNearReferences = async (context: CheckContext): Promise<PropertyBody<string[]>> => {
  await sendProofControl(context)
  const all = [...Object.keys(nearReferences), ...(await distinguishedSimilarities(context))]
  return {
    arbitrary: () => someOf(all, 1),
    examples: unlessQuick(context, [all]),
    runs: 2,
    test: async (on, drawn) => {
      for (const { text: id, others } of nearlyIds(on, drawn)) {
        const order = await unpaidOrder(on, { id, reference: ownReference(id), ...ownAmount(on) })
        const changes = others.map(reference => ({ to: { ocid: on.ocid, reference } }))
        const what = `a reference similar to its id: ${others.map(spelled).join(', ')}`
        await expectUnpaidAfter(on, order, { what, changes })
      }
    },
  }
}

/** Implements the check “similar orders and transactions”. */
export const paySimilarOrders = async (context: CheckContext): Promise<PropertyBody<SimilarOrders>> => {
  await sendProofControl(context)
  let isAnyAccepted = false
  return {
    arbitrary: () => fc.record({ ids: anySimilarities, txids: anySimilarities, isReferred: fc.boolean() }),
    examples: unlessQuick(context, [{ ids: [...similarities], txids: [...similarities], isReferred: true }]),
    runs: 3,
    test: async (on, similar) => {
      const orders = await createSimilar(on, similar)
      const txids = similarTexts(on.fresh('tx'), similar.txids).slice(0, orders.length - 1)
      for (const [at, order] of orders.entries()) {
        const txid = txids[at] ?? on.fresh('tx')
        const response = await on.deliver(on.gateway.signs(on.gateway.proof(order, { txid })))
        // A target may refuse a string for its form.
        if (isClientError(response) || isUnrelated(response)) continue
        expectThat(isAcceptance(response), `the proof ${txid} of the order ${order.id} is not accepted`, {
          expected: '200 accepted: no other proof was for this order',
          actual: describeProofResponse(response),
        })
        expectSame(memberOf(response.json, 'txid'), txid, 'the txid in the response to a proof')
        isAnyAccepted = true
      }
    },
    finally: async () => {
      if (!isAnyAccepted)
        blocked('the target refused every order or proof that was tried: make it accept some during the run')
    },
  }
}
