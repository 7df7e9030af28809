/**
 * CHECKOUT-06 · The gateway's OCID not in order.accepts, also for an empty list: 400 SETTLEMENT_NOT_SUPPORTED. An
 * absent list, or values in it that are no integers: refused with a 4xx (it is a member of every signed order, so
 * another code is no fault).
 */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { type Json, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { refusedWithAnyMembers } from '../../support/wire-format/any-members.ts'
import { optional, orderWithout } from './optional-members.ts'
import { expectRefusedAgain } from './refused-again.ts'
import { inSecondCurrency } from './second-currency.ts'
import { checkoutOf, expectOthersRefused } from './similar-orders.ts'

const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause(
  'CHECKOUT-06',
  { id: 'accepts-numbers-that-are-nearly-the-gateway', title: 'accepts numbers similar to the gateway' },
  context => expectOthersRefused(context, 'a member of accepts', other => ({ accepts: [other] }), context.ocid),
  { fromTable: true },
)

/** Other OCIDs in accepts, and how many of them come before the gateway's own. */
type Listed = { others: number[]; before: number }

/** The numbers of other OCIDs that are always tried. */
const lengths = [1, 2, 11, 101]

const listSamples = lengths.flatMap(length => {
  const others = Array.from({ length }, (_, at) => 70_001 + at)
  return [0, length].map(before => ({ others, before }))
})

clause.property<Listed>('CHECKOUT-06', 'any list that names the gateway', async control => {
  await checkoutControl(control)
  return {
    arbitrary: () =>
      fc.record({ others: fc.uniqueArray(fc.integer({ min: 70_001, max: 2 ** 31 - 1 })), before: fc.nat({ max: 10 }) }),
    examples: unlessQuick(control, listSamples),
    runs: 3,
    test: async (context, { others, before }) => {
      const accepts = [...others.slice(0, before), context.ocid, ...others.slice(before)]
      const response = await checkoutOf(context, { accepts })
      // A gateway may limit the length of the list, and refuse it for that.
      const isOverlooked = codeOf(response) === 'SETTLEMENT_NOT_SUPPORTED'
      expectThat(!isOverlooked, 'an order is refused as if its accepts did not name the gateway', {
        expected: `accepted: ${context.ocid} is in accepts, after ${Math.min(before, others.length)} others`,
        actual: summary(response),
      })
    },
  }
})

clause.property<string[]>(
  'CHECKOUT-06',
  'order that accepts others only, whichever optional members it has',
  refusedWithAnyMembers({
    what: 'an order that does not accept the gateway',
    optional,
    control: checkoutControl,
    send: (context, omitted) =>
      context.checkout(context.merchant.signs(orderWithout(context, omitted, { accepts: [context.ocid + 1] }))),
  }),
)

const checkout = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

checkout.clause('CHECKOUT-06', 'order in a second currency that accepts another gateway only', async context => {
  const { merchant, checkout, ocid } = context
  const make = await inSecondCurrency(context)
  await checkout(merchant.signs(make({ accepts: [ocid + 1] }))).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
})

checkout.clause('CHECKOUT-06', 'order that accepts another gateway only, sent again', context => {
  const { merchant, ocid } = context
  const order = merchant.order({ accepts: [ocid + 1] })
  return expectRefusedAgain(context, merchant.signs(order), 'SETTLEMENT_NOT_SUPPORTED')
})

/** Maximum number of providers tried from the metadata. */
const mostProviders = 3

/** Returns some of the providers whose proofs the gateway accepts for settlement. */
const settlementProvidersOf = ({ run }: CheckContext): number[] => {
  const published = memberOf(memberOf(memberOf(run.metadata.json, 'config'), 'settlement'), 'accepts')
  return Array.isArray(published) ? published.filter(value => typeof value === 'number').slice(0, mostProviders) : []
}

checkout.clause(
  'CHECKOUT-06',
  'accepts other gateways only',
  async context => {
    const { merchant, checkout, ocid } = context
    await checkout(merchant.signs(merchant.order({ accepts: [ocid + 1, ocid] }))).asControl()
    const order = merchant.order({ accepts: [ocid + 1, Number(`${ocid}0`)] })
    await checkout(merchant.signs(order)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
  },
  { firstLook: true },
)

checkout.clause('CHECKOUT-06', 'accepts others that the gateway knows', async context => {
  await checkoutControl(context)
  const { merchant, partner, settlementProvider, checkout, ocid } = context
  const known = [settlementProvider.ocid, merchant.ocid, partner.ocid, ...settlementProvidersOf(context)]
  for (const other of new Set(known)) {
    if (other === ocid) continue
    const order = merchant.order({ accepts: [other] })
    await checkout(merchant.signs(order)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
  }
})

checkout.clause('CHECKOUT-06', { id: 'accepts-nobody', title: 'empty accepts' }, async context => {
  await checkoutControl(context)
  const order = context.merchant.order({ accepts: [] })
  await context.checkout(context.merchant.signs(order)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
})

checkout.clause('CHECKOUT-06', 'no list of accepted gateways', async context => {
  await checkoutControl(context)
  const { accepts: _accepts, ...order } = context.merchant.order()
  await context.checkout(context.merchant.signs(order)).expectClientError()
})

checkout.clause(
  'CHECKOUT-06',
  { id: 'accepts-values-that-are-no-ocids', title: 'accepts values that are not OCIDs' },
  async context => {
    const { merchant, checkout, ocid } = context
    await checkoutControl(context)
    // Each equals the OCID in a language that compares loosely, or that parses only the leading integer.
    for (const value of [String(ocid), true, [ocid], `${ocid}.0`, ocid + 0.5] as Json[]) {
      const order = { ...(merchant.order() as JsonObject), accepts: [value] }
      await checkout(merchant.signs(order)).expectClientError()
    }
  },
)

checkout.clause('CHECKOUT-06', 'accepts the gateway twice, or among many', async context => {
  const { merchant, checkout, ocid } = context
  await checkoutControl(context)
  const others = Array.from({ length: 12 }, (_, at) => ocid + 1 + at)
  for (const accepts of [
    [ocid, ocid],
    [ocid, ...others],
    [...others, ocid],
  ]) {
    const response = await checkout(merchant.signs(merchant.order({ accepts })))
    // A gateway may refuse such a list for its form.
    expectThat(codeOf(response) !== 'SETTLEMENT_NOT_SUPPORTED', 'an order that accepts the gateway is refused', {
      expected: `accepted: ${ocid} is in accepts, ${JSON.stringify(accepts)}`,
      actual: summary(response),
    })
  }
})
