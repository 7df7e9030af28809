import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { expectWinners, race, roundsOf } from '../../../harness/race.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { foreignOcid, unpaidOrder } from '../../support/merchant/orders.ts'

/** An invalid request, or other content under a used id, is not signed. Heading: POST /orders/create. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

const required = ['id', 'ocid', 'amount', 'currency'] as const

/** Values that are not an id, an OCID, an amount or a currency. */
const invalid: Record<(typeof required)[number], readonly Json[]> = {
  id: [{ id: 'order' }],
  ocid: ['merchant'],
  amount: ['one hundred'],
  currency: ['dollars', 'ZZZ', 'US', '', 840],
}

for (const name of required) {
  clause('ORDER-06', `no ${name}`, async context => {
    await unpaidOrder(context)
    await context.createOrder(edit(context.orderRequestOf(), name, undefined)).expectRefused(`no ${name}`)
  })

  clause('ORDER-06', `${name} that is none`, async context => {
    await unpaidOrder(context)
    for (const value of invalid[name])
      await context
        .createOrder(edit(context.orderRequestOf(), name, value))
        .expectRefused(`${JSON.stringify(value)} as ${name}`)
  })
}

clause('ORDER-07', "another's OCID", async context => {
  await unpaidOrder(context)
  for (const ocid of [context.gateway.ocid, foreignOcid(context)])
    await context.createOrder(context.orderRequestOf({ ocid })).expectRefused(`${ocid} as ocid`)
})

const copies = 4

/** Requests orders of different amounts under one id at the same moment; one of them at most may be signed. */
const expectOneSigned = async (context: CheckContext): Promise<void> => {
  const { id } = context.orderRequestOf()
  const entries = Array.from({ length: copies }, (_, at) => {
    const request = { ...context.orderRequestOf(), id, amount: context.money.amount(100 + at), items: [] }
    return {
      what: `an order over ${request.amount}`,
      send: async (lanes: Lanes) => ({ request, response: await context.createOrder(request, { lanes }) }),
    }
  })
  expectWinners(await race(context, entries), {
    // Returning the order of another request is also correct, since this one is not signed.
    isWon: ({ request, response }) =>
      isSuccess(response) &&
      isSameAmount(textOf(memberOf(memberOf(response.json, 'order') ?? response.json, 'amount')), request.amount),
    describe: ({ response }) => summary(response),
    message: 'several orders are signed under one id',
  })
}

clause.race('ORDER-09', 'different orders under one id at the same moment', async context => {
  await unpaidOrder(context, { items: [] })
  for (const _round of roundsOf(context)) await expectOneSigned(context)
})

/** Fails the clause if other content is signed under the id of an order. */
const expectNotSignedAgain = async (context: CheckContext, as: Actor): Promise<void> => {
  const first = context.orderRequestOf()
  await context.createOrder(first).asControl()
  const other = { ...first, amount: context.money.amount(200), items: [], memo: 'Another order' }
  const response = await context.createOrder(other, { as })
  if (!isSuccess(response)) return
  // Returning the first order is also correct, since the other content is not signed.
  const signed = memberOf(response.json, 'order')
  expectThat(isSameAmount(textOf(memberOf(signed, 'amount')), first.amount), 'two orders are signed under one id', {
    expected: 'a refusal, or the first order',
    actual: signed ?? summary(response),
  })
}

clause('ORDER-09', 'used id with other content', context => expectNotSignedAgain(context, context.app), {
  firstLook: true,
})

clause('ORDER-09', 'used id with other content by another caller', context =>
  expectNotSignedAgain(context, context.gateway),
)
