import type { MerchantPolicies, OrderCreation } from '../../../../reference/merchant/contract.ts'
import { idIsNew, orderIsNotOver, orderRules } from '../../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { OrderRecord } from '../../../../reference/merchant/records.ts'
import { amountDiffers, objections } from '../../../../reference/merchant/webhook/objections.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { SignedOrder } from '../../../../schemas/messages.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeOrder } from '../support/policies.ts'

/** The orders that were returned, by the list that they accept. */
const answered = new WeakSet<object>()

/** Changes a signed order from the second response on. */
const changeAgain = (change: (signed: SignedOrder) => SignedOrder): Pick<MerchantPolicies, 'signedOrder'> => ({
  signedOrder: (record: OrderRecord, merchant) => {
    const signed = merchantPolicies.signedOrder(record, merchant)
    if (answered.has(record.order)) return change(signed)
    answered.add(record.order)
    return signed
  },
})

/** Allows an order to be replaced by another with the same amount. */
const idOrAmountIsNew: Rule<OrderCreation> = creation =>
  creation.merchant.store.order(creation.request.id)?.order.amount === creation.request.amount
    ? undefined
    : idIsNew(creation)

/** The last order with each id, in lower case. */
const lastIds = new Map<string, string>()

/** The amount last requested under each id. */
const lastAmounts = new Map<string, string>()

/** Faults in the answer to a known id, or at its address. */
export const orderAgainMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an order that is requested again lists the gateways of today, under its old signature',
    kind: 'models',
    breaks: 'ORDER-04',
    alsoBreaks: ['ORDER-08', 'SIG-04', 'FLOW-01'],
    story: 'The row has no column for accepts, which is filled from the settings.',
    policies: changeAgain(signed => ({
      ...signed,
      order: { ...signed.order, accepts: [...(signed.order.accepts ?? [])].reverse() },
    })),
  },
  {
    name: 'an order that is requested again has an address that is not there yet',
    kind: 'models',
    breaks: 'ORDER-08',
    story: 'A repeated request gets the address of its own record, which is never stored.',
    policies: changeAgain(signed => ({
      ...signed,
      urls: { ...signed.urls, order: signed.urls.order.map(address => `${address}/again`) },
    })),
  },
  {
    name: 'an order that is requested again comes without addresses',
    breaks: 'ORDER-01',
    story: 'A caller that asks again already has the addresses, and they are not in the row.',
    policies: changeAgain(({ urls: _urls, ...signed }) => signed as SignedOrder),
  },
  {
    name: 'an order is replaced by another one over the same amount',
    kind: 'models',
    breaks: 'ORDER-09',
    story: 'The app may correct a note as long as the amount due is unchanged.',
    policies: { orderRules: replace(orderRules, idIsNew, idOrAmountIsNew) },
  },
  {
    name: 'a refused order changes what is due under its id',
    breaks: 'WEBHOOK-01',
    story: 'The amount due is written to another table, before the insert fails.',
    policies: {
      orderRules: replace(orderRules, idIsNew, creation => {
        lastAmounts.set(creation.request.id, creation.request.amount)
        return idIsNew(creation)
      }),
      objections: replace(objections, amountDiffers, ({ record: { order, ...record }, ...rest }) =>
        amountDiffers({
          ...rest,
          record: { ...record, order: { ...order, amount: lastAmounts.get(order.id) ?? order.amount } },
        }),
      ),
    },
  },
  {
    name: 'the address of an order shows the last one with its id in any case',
    kind: 'confusables',
    breaks: 'ORDER-08',
    story: 'The cache in front of the shop compares addresses in lower case.',
    policies: {
      newOrder: creation => {
        lastIds.set(creation.request.id.toLowerCase(), creation.request.id)
        return merchantPolicies.newOrder(creation)
      },
    },
    prepare: server =>
      void server.addHook('preHandler', async ({ params }) => {
        const route = params as Record<string, string>
        if (route.id !== undefined) route.id = lastIds.get(route.id.toLowerCase()) ?? route.id
      }),
  },
  {
    name: 'customers go to an address with the id of their order as it is',
    kind: 'ends',
    breaks: 'ORDER-05',
    story: 'The address is assembled as text.',
    policies: {
      orderUrls: (id, merchant) => ({
        ...merchantPolicies.orderUrls(id, merchant),
        completed: `${merchant.endpoint()}/completed?order=${id}`,
      }),
    },
  },
  {
    name: 'an order is made an hour before it expires',
    kind: 'ends',
    breaks: 'ORDER-03',
    story: 'Apps let orders live for an hour, so the time is computed from the expiry.',
    policies: changeOrder(({ createdAt, expiresAt }) => ({
      createdAt: expiresAt === undefined ? createdAt : expiresAt - 3_600,
    })),
  },
  {
    name: 'an expiry that is over is left out',
    kind: 'ends',
    breaks: 'ORDER-02',
    story: 'An expired order could not be paid, so it does not expire.',
    policies: {
      orderRules: without(orderRules, orderIsNotOver),
      ...changeOrder(({ createdAt = 0, expiresAt = 0 }) => (expiresAt < createdAt ? { expiresAt: undefined } : {})),
    },
  },
]
