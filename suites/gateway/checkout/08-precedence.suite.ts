/**
 * CHECKOUT-08 · The checks run in the documented order: with several conditions violated at once, the first one answers
 * (every subset of the conditions that the target refuses alone; the others are left out, they break their own rows).
 */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { anyPart, withoutMembers } from '../../members/absences.ts'
import { expectFirstReported, refuseEachAlone } from '../../support/gateway/checkout/checkout-faults.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { subsetsOf } from '../../support/subsets.ts'

const { clause } = defineSuite({ id: 'checkout-order', roles: ['gateway'], operations: ['orders.checkout'] })

clause('CHECKOUT-08', 'several conditions violated at once', async context => {
  await checkoutControl(context)
  const alone = await refuseEachAlone(context)
  if (alone.size < 2) blocked('the target refuses fewer than two of the faults, which shows no precedence')
  const combinations = subsetsOf([...alone.keys()]).filter(faults => faults.length > 1)
  await Promise.all(combinations.map(faults => expectFirstReported(context, faults, { alone })))
  await checkoutControl(context)
})

const optional = ['reference', 'items', 'memo', 'expiresAt'] as const

/** The omitted optional members, whether the list of accepted gateways is empty, and how many seconds ago the order expired. */
type Faulty = { omitted: string[]; acceptsNobody: boolean; expiredFor: number }

const samples: readonly Faulty[] = [
  { omitted: [], acceptsNobody: true, expiredFor: 90 },
  { omitted: [...optional], acceptsNobody: false, expiredFor: 86_400 },
]

const ordersOf = (context: CheckContext, { omitted, acceptsNobody, expiredFor }: Faulty) => ({
  expiredFor,
  ...(acceptsNobody ? { accepts: [] } : {}),
  change: <T extends object>(order: T): T => withoutMembers({ ...order, reference: context.fresh('ref') }, omitted),
})

clause.property<Faulty>(
  'CHECKOUT-08',
  'several conditions violated at once, whichever optional members there are',
  async control => {
    await checkoutControl(control)
    return {
      arbitrary: () =>
        fc.record({
          omitted: anyPart(optional),
          acceptsNobody: fc.boolean(),
          expiredFor: fc.integer({ min: 90, max: 86_400 }),
        }),
      examples: samples,
      runs: 2,
      test: async (context, faulty) => {
        const orders = ordersOf(context, faulty)
        const alone = await refuseEachAlone(context, orders)
        // CHECKOUT-06 tests whether an empty list is refused like one that names only others.
        const faults = [...alone].flatMap(([fault, response]) =>
          fault === 'settlement' && codeOf(response) !== 'SETTLEMENT_NOT_SUPPORTED' ? [] : [fault],
        )
        // Each takes precedence over the following ones.
        for (const at of faults.slice(0, -1).keys())
          await expectFirstReported(context, faults.slice(at), { alone, orders })
      },
    }
  },
)
