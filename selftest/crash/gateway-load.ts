import { randomUUID } from 'node:crypto'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import type { SignedProof } from '../../schemas/messages.ts'
import { actors, sign } from './actors.ts'
import { type Answer, type Client, formOf, signed } from './client.ts'
import { gatewayProvisioning, txidsToNotify, wrongBalances } from './gateway-ledger.ts'
import { type Claim, isNotAcceptedAgain, type Load, type Memory, openMemory, type Surroundings } from './load.ts'

type Desk = Surroundings & { memory: Memory }

const drawAmount = ({ random }: Desk): string => `${1 + Math.floor(random() * 9)}.${10 + Math.floor(random() * 89)}`

const textOf = (answer: Answer | undefined): string => (answer ? `${answer.status} ${answer.text}` : 'no answer')

type Shown = SignedProof & { status: string }

/** Claims that verify shows a transaction as expected. */
const verifies =
  (txid: string, isExpected: (shown: Shown) => boolean): Claim =>
  async client => {
    const answer = await client.get(`/verify/${txid}`)
    const isThere = answer?.status === 200 && isExpected(JSON.parse(answer.text))
    return isThere ? undefined : `transaction ${txid} was acknowledged: ${textOf(answer)}`
  }

/** Claims that a hosted page shows a string. */
const shows =
  (path: string, text: string): Claim =>
  async client => {
    const page = await client.get(path)
    return page?.status === 200 && page.text.includes(text)
      ? undefined
      : `${path} does not show "${text}": ${page?.status}`
  }

const transfer = async (desk: Desk, client: Client): Promise<void> => {
  const to = { ocid: desk.random() < 0.5 ? actors.purse : actors.shop, reference: randomUUID() }
  const message = { from: { ocid: actors.partner }, to, amount: drawAmount(desk), currency: 'USD' }
  const sent = signed(actors.partner, '/transfer/create', message)
  const answer = await client.send(sent)
  if (!desk.memory.expects(200, answer)) return
  const { proof, signature } = JSON.parse(answer.text) as SignedProof
  desk.memory.add(verifies(proof.txid, shown => shown.status === 'completed' && shown.signature === signature))
  desk.memory.add(isNotAcceptedAgain(sent))
}

const pay = async (desk: Desk, client: Client): Promise<void> => {
  const id = randomUUID()
  const money = { amount: drawAmount(desk), currency: 'USD' }
  const order = { id, ocid: actors.shop, ...money, createdAt: unixSeconds(), accepts: [desk.ocid] }
  const shop = `https://shop.example/${id}`
  const urls = { order: [shop], completed: `${shop}/paid`, cancelled: `${shop}/no` }
  const sent = signed(actors.shop, '/orders/checkout', { order, signature: sign(order, actors.shop), urls })
  const opened = await client.send(sent)
  if (!desk.memory.expects(200, opened)) return
  const path = new URL(JSON.parse(opened.text).redirect_url).pathname
  desk.memory.add(isNotAcceptedAgain(sent))
  desk.memory.add(shows(path, 'Shop'))
  const page = await client.get(path)
  const token = /name="token" value="([0-9a-f]+)"/.exec(page?.text ?? '')?.[1]
  if (page === undefined || token === undefined) return
  const paid = await client.send(formOf(path, { token, action: 'pay', option: 'card' }, page.cookie))
  if (desk.memory.expects(303, paid) && paid.location === urls.completed) desk.memory.add(shows(path, 'has been paid'))
}

type Asked = { to: number; amount: string; currency: string; reference: string }

const proofFor = ({ to, reference, ...money }: Asked) => ({
  txid: randomUUID(),
  issuer: actors.issuer,
  from: { ocid: actors.app },
  to: { ocid: to, reference },
  ...money,
  timestamp: unixSeconds(),
})

/** Claims that a proof settles only one payment. */
const settlesNoOther =
  (asked: Asked, offer: object): Claim =>
  async client => {
    const other = await client.send(signed(actors.app, '/payment/create', asked))
    const { txid } = JSON.parse(other?.text ?? '{}')
    const answer = await client.send(signed(actors.app, '/payment/settle', { ...offer, txid }))
    return answer?.status === 400 ? undefined : `a proof settled two payments: ${textOf(answer)}`
  }

const settle = async (desk: Desk, client: Client): Promise<void> => {
  const asked = { to: actors.shop, amount: drawAmount(desk), currency: 'USD', reference: randomUUID() }
  const created = await client.send(signed(actors.app, '/payment/create', asked))
  if (!desk.memory.expects(200, created)) return
  const { txid } = JSON.parse(created.text)
  const proof = proofFor(asked)
  const offer = { txid, proof, signature: sign(proof, actors.issuer) }
  const sent = signed(actors.app, '/payment/settle', offer)
  const settled = await client.send(sent)
  const isSettled = desk.memory.expects(200, settled)
  desk.memory.add(verifies(txid, ({ status }) => status === 'completed' || (status === 'pending' && !isSettled)))
  if (!isSettled) return
  desk.memory.add(isNotAcceptedAgain(sent))
  desk.memory.add(settlesNoOther(asked, offer))
}

const steps = [transfer, pay, settle]

/** Transfers, paid checkouts, and settled payments. */
export const gatewayLoad = (surroundings: Surroundings): Load => {
  const memory = openMemory(surroundings.random)
  const desk = { ...surroundings, memory }
  const toNotify = new Set<string>()
  return {
    provisioning: gatewayProvisioning(surroundings),
    step: async client => steps[Math.floor(desk.random() * steps.length)]?.(desk, client),
    inspect: rows => {
      for (const txid of txidsToNotify(rows)) toNotify.add(txid)
      return wrongBalances(rows)
    },
    recall: memory.recall,
    unnotified: () => [...toNotify].filter(txid => !desk.peers.delivered.has(txid)),
    acknowledged: memory.count,
  }
}
