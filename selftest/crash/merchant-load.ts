import { randomUUID } from 'node:crypto'
import type { OrderRecord } from '../../reference/merchant/records.ts'
import type { SignedOrder } from '../../schemas/messages.ts'
import { actors, provisioningBase, sign } from './actors.ts'
import { type Client, type Sent, signed } from './client.ts'
import {
  type Claim,
  isNotAcceptedAgain,
  type Load,
  type Memory,
  openMemory,
  type Rows,
  type Surroundings,
} from './load.ts'

type Desk = Surroundings & { memory: Memory }

const money = { amount: '12.34', currency: 'USD' }

/** The part of a signed order that does not depend on its merchant's address. */
const signedPart = (text: string): string => {
  const { order, signature } = JSON.parse(text)
  return JSON.stringify({ order, signature })
}

const create = async ({ ocid, memory }: Desk, client: Client): Promise<SignedOrder | undefined> => {
  const id = randomUUID()
  const sent = signed(actors.app, '/orders/create', { id, ocid, ...money })
  const answer = await client.send(sent)
  if (!memory.expects(200, answer)) return undefined
  memory.add(isNotAcceptedAgain(sent))
  memory.add(async again => {
    const shown = await again.get(`/orders/${id}`)
    return shown?.status === 200 && signedPart(shown.text) === signedPart(answer.text)
      ? undefined
      : `order ${id} was acknowledged: ${shown?.status} ${shown?.text}`
  })
  return JSON.parse(answer.text)
}

/** A transaction to pay an order. */
type Delivery = { order: string; txid: string }

const requestFor = ({ order, txid }: Delivery, { ocid }: Desk): Sent => {
  const to = { ocid, reference: order }
  const proof = { txid, issuer: actors.issuer, from: { ocid: actors.app }, to, ...money, timestamp: 1_700_000_000 }
  return signed(actors.issuer, '/transfer/webhook', { proof, signature: sign(proof, actors.issuer) })
}

const statusOf = async (sent: Sent, client: Client): Promise<string | undefined> => {
  const answer = await client.send(sent)
  return answer?.status === 200 ? JSON.parse(answer.text).status : answer?.text
}

/** Claims how a transaction for an order, sent again, is answered. */
const isAnswered =
  (delivery: Delivery, expected: string, desk: Desk): Claim =>
  async client => {
    const status = await statusOf(requestFor(delivery, desk), client)
    return status === expected
      ? undefined
      : `${delivery.txid} for order ${delivery.order} is not ${expected}: ${status}`
  }

const pay = async (desk: Desk, client: Client): Promise<void> => {
  const created = await create(desk, client)
  if (created === undefined) return
  const delivery = { order: created.order.id, txid: randomUUID() }
  const sent = requestFor(delivery, desk)
  if ((await statusOf(sent, client)) !== 'accepted') return
  desk.memory.add(isNotAcceptedAgain(sent))
  desk.memory.add(isAnswered(delivery, 'accepted', desk))
  desk.memory.add(isAnswered({ ...delivery, txid: randomUUID() }, 'rejected', desk))
  const other = await create(desk, client)
  if (other) desk.memory.add(isAnswered({ ...delivery, order: other.order.id }, 'rejected', desk))
}

const inspect = (rows: Rows): string[] => {
  const paid = rows<OrderRecord>('orders').filter(([, { payment }]) => payment !== undefined)
  const used = rows('usedTransactions')
  return paid.length === used.length ? [] : [`${paid.length} orders are paid, by ${used.length} transactions`]
}

/** Orders, most of them paid by a proof. */
export const merchantLoad = (surroundings: Surroundings): Load => {
  const memory = openMemory(surroundings.random)
  const desk = { ...surroundings, memory }
  return {
    provisioning: {
      ...provisioningBase(desk.peers.site, { role: 'merchant', ocid: desk.ocid }),
      merchant: { issuers: [actors.issuer], callers: [actors.app] },
    },
    step: async client => void (desk.random() < 0.3 ? await create(desk, client) : await pay(desk, client)),
    inspect,
    recall: memory.recall,
    unnotified: () => [],
    acknowledged: memory.count,
  }
}
