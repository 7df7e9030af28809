/** ORDER-06 · id, ocid, amount and currency are required, and validated. */

import { defineSuite } from '../../../harness/clause.ts'
import type { Json } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

const required = ['id', 'ocid', 'amount', 'currency'] as const

/** Values that are not a valid id, OCID, amount or currency. */
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

  clause('ORDER-06', { id: `${name}-that-is-none`, title: `${name} that is malformed` }, async context => {
    await unpaidOrder(context)
    for (const value of invalid[name])
      await context
        .createOrder(edit(context.orderRequestOf(), name, value))
        .expectRefused(`${JSON.stringify(value)} as ${name}`)
  })
}
