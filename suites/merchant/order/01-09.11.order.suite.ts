import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { brief, expectThat, fail, isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { edit } from '../../support/edit.ts'
import { orderIn, retrieve } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, foreignOcid, plainRequest, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { isTaken, payingProof } from '../../support/merchant/proofs.ts'

/** POST /orders/create: what is signed and what is refused. Heading: POST /orders/create. */
export const orderSuite = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })
const { clause } = orderSuite

/** Members whose form is a row of its own: ORDER-03, ORDER-05, FMT-02, FMT-03, FMT-11. */
const elsewhere = /^\/(urls\/|order\/(items|createdAt|expiresAt|accepts|amount|currency)(\/|$))/

const isSignedOrder = async (context: CheckContext, request: OrderRequest) => {
  const response = await context.createOrder(request).expectAccepted()
  const [misfit] = violations('signed-order', response).filter(({ path }) => !elsewhere.test(path))
  expectThat(misfit === undefined, `the answer is no signed order: ${misfit?.path || 'the whole'} ${misfit?.message}`, {
    expected: '{ order, signature, urls }',
    actual: response,
  })
}

clause('ORDER-01', 'request with every member', context => isSignedOrder(context, context.orderRequestOf()))

clause('ORDER-01', 'request without optional members', context => isSignedOrder(context, plainRequest(context)))

/** Whether a value is what was asked for: amounts and prices by their value, and nothing that was asked is missing. */
const returns = (asked: Json, got: Json | undefined, name: string): boolean => {
  if (name === 'amount' || name === 'price') return isSameAmount(String(asked), String(got))
  if (Array.isArray(asked))
    return Array.isArray(got) && got.length === asked.length && asked.every((one, at) => returns(one, got[at], ''))
  if (isObject(asked)) return isObject(got) && Object.entries(asked).every(([key, one]) => returns(one, got[key], key))
  return isSameJson(asked, got)
}

const returnsAll = async (context: CheckContext, request: OrderRequest) => {
  const { order } = await signedOrder(context, request)
  for (const [name, asked] of Object.entries(request)) {
    const got = member(order, name)
    expectThat(returns(asked as Json, got, name), `order.${name} is not what was asked for`, {
      expected: asked,
      actual: got ?? 'nothing',
    })
  }
}

clause('ORDER-02', 'every member returned', context => returnsAll(context, context.orderRequestOf()))

clause('ORDER-02', 'several items returned', context => {
  const price = context.money.amount(7)
  const item = (number: number) => ({ id: `item-${number}`, name: `Item ${number}`, quantity: number, price })
  return returnsAll(
    context,
    context.orderRequestOf({ items: [item(2), item(1), item(3)], amount: context.money.amount(42) }),
  )
})

clause('ORDER-02', 'text with blanks at its ends returned', context =>
  returnsAll(context, context.orderRequestOf({ memo: '  two blanks,  and two  ', reference: ' a reference ' })),
)

/** Some of them are no cents any more once they went through binary floating point. */
const unitsReturned = [1, 29, 199, 435, 500]

clause('ORDER-02', 'amounts small and large returned', async context => {
  for (const units of unitsReturned) {
    const amount = context.money.amount(units)
    const items = [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }]
    await returnsAll(context, context.orderRequestOf({ amount, items }))
  }
})

/** Seconds that createdAt may be away from the harness's clock. */
const nearSeconds = 120

clause('ORDER-03', 'createdAt and accepts added', async context => {
  const { order } = await signedOrder(context)
  const { createdAt, accepts } = order
  expectThat(createdAt !== undefined, 'the order has no createdAt', { expected: 'order.createdAt', actual: order })
  // Its form is another row's affair (FMT-01).
  const isNear = !isSeconds(createdAt) || Math.abs(createdAt - context.now()) <= nearSeconds
  expectThat(isNear, 'order.createdAt is not now', { expected: `about ${context.now()}`, actual: createdAt })
  expectThat(Array.isArray(accepts) && accepts.every(Number.isInteger), 'order.accepts is no list of OCIDs', {
    expected: 'an array of integers',
    actual: accepts ?? 'nothing',
  })
})

/** Seconds have ten digits until 2286, milliseconds thirteen. */
const isSeconds = (value: unknown): value is number => Number.isInteger(value) && Number(value) < 1e11

const isSigned = async (context: CheckContext, request: OrderRequest) => {
  const { order, signature } = await signedOrder(context, request)
  if (signature === undefined) notApplicable('The order comes without a signature (ORDER-01).')
  expectSignedByTarget(context, 'the order', { payload: order as unknown as JsonObject, signature })
}

clause('ORDER-04', 'signature of the returned order', context => isSigned(context, context.orderRequestOf()))

clause('ORDER-04', 'signature of an order without optional members', context =>
  isSigned(context, plainRequest(context)),
)

const isSameAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value)

clause('ORDER-05', 'addresses of the order', async context => {
  const { urls } = await signedOrder(context)
  if (urls === undefined) notApplicable('The order comes without urls (ORDER-01).')
  const order = member(urls, 'order')
  expectThat(Array.isArray(order) && order.length > 0 && order.every(isSameAddress), 'urls.order is no list of URIs', {
    expected: 'an array of at least one URI',
    actual: order ?? 'nothing',
  })
  for (const name of ['completed', 'cancelled'] as const)
    expectThat(isSameAddress(member(urls, name)), `urls.${name} is no URI`, {
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
  clause('ORDER-06', `no ${name}`, async context => {
    await unpaidOrder(context)
    await context.createOrder(edit(context.orderRequestOf(), name, undefined)).expectRefused()
  })

  clause('ORDER-06', `${name} that is none`, async context => {
    await unpaidOrder(context)
    await context.createOrder(edit(context.orderRequestOf(), name, wrong[name])).expectRefused()
  })
}

clause('ORDER-07', "another's OCID", async context => {
  await unpaidOrder(context)
  for (const ocid of [context.gateway.ocid, foreignOcid(context)])
    await context.createOrder(context.orderRequestOf({ ocid })).expectRefused()
})

clause('ORDER-08', 'order at each of its addresses', async context => {
  const signed = await signedOrder(context)
  const addresses = addressesOf(signed)
  if (addresses.length === 0) notApplicable('The order has no addresses (ORDER-05).')
  for (const address of addresses) isTheOrder(await retrieve(context, address), signed.order, address)
})

const isTheOrder = (response: HttpResponse | undefined, order: unknown, address: string) => {
  const found = orderIn(response)
  const actual = response === undefined ? 'nothing listens there' : summary(response)
  expectThat(found !== undefined, `the order cannot be retrieved from ${brief(address, 200)}`, {
    expected: '200 and the order',
    actual,
  })
  expectThat(isSameJson(found, order), `another order is at ${brief(address, 200)} than the one that was signed`, {
    expected: order,
    actual: found,
  })
}

clause('ORDER-09', 'used id with other content', async context => {
  const first = await unpaidOrder(context)
  const other = { ...first, amount: context.money.amount(200), items: [], memo: 'Another order' }
  const response = await context.createOrder(other)
  if (!isSuccess(response)) return
  // The first order once more is as good: what is signed is not the other content.
  const signed = member(response.json, 'order')
  expectThat(isSameAmount(String(member(signed, 'amount')), first.amount), 'two orders are signed under one id', {
    expected: 'a refusal, or the first order',
    actual: signed ?? summary(response),
  })
})

/** OCIDs of the harness that an order lists, and that answer for their own proofs without being disturbed. */
const listed = (context: CheckContext, accepts: unknown): number[] => {
  const spared = [context.run.identities.unreliable?.ocid, context.run.identities.rotating?.ocid]
  const all = Array.isArray(accepts) ? accepts.filter((one): one is number => Number.isInteger(one)) : []
  return all.filter(one => !spared.includes(one)).slice(0, 5)
}

/** Whether the target takes proofs that somebody else than their issuer sends. */
const takesRelayed = async (context: CheckContext): Promise<boolean> =>
  isTaken(await context.deliver(await payingProof(context), { as: context.gateway2 }))

clause(
  'ORDER-11',
  'proofs by those whom an order accepts',
  async context => {
    const { order } = await signedOrder(context)
    const accepts = listed(context, order.accepts)
    const isOurs = (ocid: number) => ocid === context.gateway.ocid || ocid === context.gateway2.ocid
    const others = accepts.some(ocid => !isOurs(ocid)) && (await takesRelayed(context))
    const tried = accepts.filter(ocid => isOurs(ocid) || others)
    if (tried.length === 0) notApplicable('The order lists nobody whose proofs the harness can send.')
    for (const issuer of tried) await isNotUnaccepted(context, issuer)
  },
  { operations: ['orders.create', 'transfer.webhook'] },
)

/** Whether the issuer is accepted is looked at first: a proof that only lacks the right key shows it. */
const isNotUnaccepted = async (context: CheckContext, issuer: number) => {
  const as = issuer === context.gateway2.ocid ? context.gateway2 : context.gateway
  const proof = context.gateway.proof(await unpaidOrder(context), { issuer })
  const response = await context.deliver(as.signs(proof), { as })
  if (codeOf(response) !== 'ISSUER_NOT_ACCEPTED') return
  fail(`the order accepts ${issuer}, and its proof is refused`, {
    expected: 'no ISSUER_NOT_ACCEPTED',
    actual: summary(response),
  })
}
