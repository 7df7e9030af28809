import { sameAmount } from '../../protocol/amount.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import type { OrderRequest } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import { edit } from '../edit.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { breach, brief, holds, isSame, notApplicable } from '../harness/outcome.ts'
import { codeOf, isSuccess, summary } from '../harness/sent.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { addressesOf, foreignOcid, plainRequest, signedOrder, unpaidOrder } from './orders.ts'
import { isTaken, payingProof } from './proofs.ts'
import { orderIn, retrieve } from './retrieval.ts'

/** POST /orders/create: what is signed and what is refused. Heading: POST /orders/create. */
export const orderSuite = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = orderSuite

/** Members whose form is a row of its own: ORDER-03, ORDER-05, FMT-02, FMT-03, FMT-11. */
const elsewhere = /^\/(urls\/|order\/(items|createdAt|expiresAt|accepts|amount|currency)(\/|$))/

const isSignedOrder = async (stage: Stage, request: OrderRequest) => {
  const answer = await stage.createOrder(request).accepts()
  const [misfit] = violations('signed-order', answer).filter(({ path }) => !elsewhere.test(path))
  holds(misfit === undefined, `the answer is no signed order: ${misfit?.path || 'the whole'} ${misfit?.message}`, {
    expected: '{ order, signature, urls }',
    actual: answer,
  })
}

clause('ORDER-01', 'request with every member', stage => isSignedOrder(stage, stage.orderRequestOf()))

clause('ORDER-01', 'request without optional members', stage => isSignedOrder(stage, plainRequest(stage)))

/** Whether a value is what was asked for: amounts and prices by their value, and nothing that was asked is missing. */
const returns = (asked: Json, got: Json | undefined, name: string): boolean => {
  if (name === 'amount' || name === 'price') return sameAmount(String(asked), String(got))
  if (Array.isArray(asked))
    return Array.isArray(got) && got.length === asked.length && asked.every((one, at) => returns(one, got[at], ''))
  if (isObject(asked)) return isObject(got) && Object.entries(asked).every(([key, one]) => returns(one, got[key], key))
  return isSame(asked, got)
}

const returnsAll = async (stage: Stage, request: OrderRequest) => {
  const { order } = await signedOrder(stage, request)
  for (const [name, asked] of Object.entries(request)) {
    const got = member(order, name)
    holds(returns(asked as Json, got, name), `order.${name} is not what was asked for`, {
      expected: asked,
      actual: got ?? 'nothing',
    })
  }
}

clause('ORDER-02', 'every member returned', stage => returnsAll(stage, stage.orderRequestOf()))

clause('ORDER-02', 'several items returned', stage => {
  const price = stage.money.amount(7)
  const item = (number: number) => ({ id: `item-${number}`, name: `Item ${number}`, quantity: number, price })
  return returnsAll(stage, stage.orderRequestOf({ items: [item(2), item(1), item(3)], amount: stage.money.amount(42) }))
})

clause('ORDER-02', 'text with blanks at its ends returned', stage =>
  returnsAll(stage, stage.orderRequestOf({ memo: '  two blanks,  and two  ', reference: ' a reference ' })),
)

/** Some of them are no cents any more once they went through binary floating point. */
const unitsReturned = [1, 29, 199, 435, 500]

clause('ORDER-02', 'amounts small and large returned', async stage => {
  for (const units of unitsReturned) {
    const amount = stage.money.amount(units)
    const items = [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }]
    await returnsAll(stage, stage.orderRequestOf({ amount, items }))
  }
})

/** Seconds that createdAt may be away from the harness's clock. */
const nearSeconds = 120

clause('ORDER-03', 'createdAt and accepts added', async stage => {
  const { order } = await signedOrder(stage)
  const { createdAt, accepts } = order
  holds(createdAt !== undefined, 'the order has no createdAt', { expected: 'order.createdAt', actual: order })
  // Its form is another row's affair (FMT-01).
  const isNear = !isSeconds(createdAt) || Math.abs(createdAt - stage.now()) <= nearSeconds
  holds(isNear, 'order.createdAt is not now', { expected: `about ${stage.now()}`, actual: createdAt })
  holds(Array.isArray(accepts) && accepts.every(Number.isInteger), 'order.accepts is no list of OCIDs', {
    expected: 'an array of integers',
    actual: accepts ?? 'nothing',
  })
})

/** Seconds have ten digits until 2286, milliseconds thirteen. */
const isSeconds = (value: unknown): value is number => Number.isInteger(value) && Number(value) < 1e11

const isSigned = async (stage: Stage, request: OrderRequest) => {
  const { order, signature } = await signedOrder(stage, request)
  if (signature === undefined) notApplicable('The order comes without a signature (ORDER-01).')
  signedByTarget(stage, 'the order', { payload: order as unknown as JsonObject, signature })
}

clause('ORDER-04', 'signature of the returned order', stage => isSigned(stage, stage.orderRequestOf()))

clause('ORDER-04', 'signature of an order without optional members', stage => isSigned(stage, plainRequest(stage)))

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value)

clause('ORDER-05', 'addresses of the order', async stage => {
  const { urls } = await signedOrder(stage)
  if (urls === undefined) notApplicable('The order comes without urls (ORDER-01).')
  const order = member(urls, 'order')
  holds(Array.isArray(order) && order.length > 0 && order.every(isAddress), 'urls.order is no list of URIs', {
    expected: 'an array of at least one URI',
    actual: order ?? 'nothing',
  })
  for (const name of ['completed', 'cancelled'] as const)
    holds(isAddress(member(urls, name)), `urls.${name} is no URI`, {
      expected: 'a URI',
      actual: member(urls, name) ?? 'nothing',
    })
})

const required = ['id', 'ocid', 'amount', 'currency'] as const

/** What nobody takes for an id, an OCID, an amount or a currency. */
const wrong: Record<(typeof required)[number], Json> = {
  id: { id: 'order' },
  ocid: 'merchant',
  amount: 'one hundred',
  currency: 'dollars',
}

for (const name of required) {
  clause('ORDER-06', `no ${name}`, async stage => {
    await unpaidOrder(stage)
    await stage.createOrder(edit(stage.orderRequestOf(), name, undefined)).isRefused()
  })

  clause('ORDER-06', `${name} that is none`, async stage => {
    await unpaidOrder(stage)
    await stage.createOrder(edit(stage.orderRequestOf(), name, wrong[name])).isRefused()
  })
}

clause('ORDER-07', "another's OCID", async stage => {
  await unpaidOrder(stage)
  for (const ocid of [stage.gateway.ocid, foreignOcid(stage)])
    await stage.createOrder(stage.orderRequestOf({ ocid })).isRefused()
})

clause('ORDER-08', 'order at each of its addresses', async stage => {
  const signed = await signedOrder(stage)
  const addresses = addressesOf(signed)
  if (addresses.length === 0) notApplicable('The order has no addresses (ORDER-05).')
  for (const address of addresses) isTheOrder(await retrieve(stage, address), signed.order, address)
})

const isTheOrder = (answer: Answer | undefined, order: unknown, address: string) => {
  const found = orderIn(answer)
  const actual = answer === undefined ? 'nothing listens there' : summary(answer)
  holds(found !== undefined, `the order cannot be retrieved from ${brief(address, 200)}`, {
    expected: '200 and the order',
    actual,
  })
  holds(isSame(found, order), `another order is at ${brief(address, 200)} than the one that was signed`, {
    expected: order,
    actual: found,
  })
}

clause('ORDER-09', 'used id with other content', async stage => {
  const first = await unpaidOrder(stage)
  const other = { ...first, amount: stage.money.amount(200), items: [], memo: 'Another order' }
  const answer = await stage.createOrder(other)
  if (!isSuccess(answer)) return
  // The first order once more is as good: what is signed is not the other content.
  const signed = member(answer.json, 'order')
  holds(sameAmount(String(member(signed, 'amount')), first.amount), 'two orders are signed under one id', {
    expected: 'a refusal, or the first order',
    actual: signed ?? summary(answer),
  })
})

/** OCIDs of the harness that an order lists, and that answer for their own proofs without being disturbed. */
const listed = (stage: Stage, accepts: unknown): number[] => {
  const spared = [stage.session.identities.unreliable?.ocid, stage.session.identities.rotating?.ocid]
  const all = Array.isArray(accepts) ? accepts.filter((one): one is number => Number.isInteger(one)) : []
  return all.filter(one => !spared.includes(one)).slice(0, 5)
}

/** Whether the target takes proofs that somebody else than their issuer sends. */
const takesRelayed = async (stage: Stage): Promise<boolean> =>
  isTaken(await stage.deliver(await payingProof(stage), { as: stage.gateway2 }))

clause(
  'ORDER-11',
  'proofs by those whom an order accepts',
  async stage => {
    const { order } = await signedOrder(stage)
    const accepts = listed(stage, order.accepts)
    const isOurs = (ocid: number) => ocid === stage.gateway.ocid || ocid === stage.gateway2.ocid
    const others = accepts.some(ocid => !isOurs(ocid)) && (await takesRelayed(stage))
    const tried = accepts.filter(ocid => isOurs(ocid) || others)
    if (tried.length === 0) notApplicable('The order lists nobody whose proofs the harness can send.')
    for (const issuer of tried) await isNotUnaccepted(stage, issuer)
  },
  { operations: ['orders.create', 'transfer.webhook'] },
)

/** Whether the issuer is accepted is looked at first: a proof that only lacks the right key shows it. */
const isNotUnaccepted = async (stage: Stage, issuer: number) => {
  const as = issuer === stage.gateway2.ocid ? stage.gateway2 : stage.gateway
  const proof = stage.gateway.proof(await unpaidOrder(stage), { issuer })
  const answer = await stage.deliver(as.signs(proof), { as })
  if (codeOf(answer) !== 'ISSUER_NOT_ACCEPTED') return
  breach(`the order accepts ${issuer}, and its proof is refused`, {
    expected: 'no ISSUER_NOT_ACCEPTED',
    actual: summary(answer),
  })
}
