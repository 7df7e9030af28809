import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { changeOrderUrls, changeShownOrder, requestedOrder } from '../support/policies.ts'

const decodedAgain = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The orders that were shown. */
const shown = new WeakSet<object>()

/** Faults in the URLs of an order, and in their contents (ORDER-05, ORDER-08). */
export const orderAddressMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the address of an order is a text, not a list',
    breaks: 'ORDER-05',
    story: 'There is only one URL, so a list looked excessive.',
    policies: changeOrderUrls(({ order }) => ({ order: order[0] })),
  },
  {
    name: 'orders have no address',
    breaks: 'ORDER-05',
    story: 'The page that shows an order is planned, and the list is empty until then.',
    policies: changeOrderUrls(() => ({ order: [] })),
  },
  {
    name: 'the customer is sent to a relative address',
    breaks: 'ORDER-05',
    story: 'The route helper returns paths, which work in the browser of the shop.',
    policies: changeOrderUrls(({ completed }) => ({ completed: new URL(completed).pathname })),
  },
  {
    name: 'the order is not at its address',
    breaks: 'ORDER-08',
    story: 'The URLs were written before the page.',
    policies: {
      showOrder: () => ({ status: 404, body: { error: { code: 'NOT_FOUND', message: 'No.', details: {} } } }),
    },
  },
  {
    name: 'the second of two addresses leads nowhere',
    breaks: 'ORDER-08',
    story: 'The mirror is updated at night.',
    policies: changeOrderUrls(({ order }) => ({ order: [...order, `${order[0]}/mirror`] })),
  },
  {
    name: 'the address shows the order as it was asked for',
    breaks: 'ORDER-08',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'The page is built from the cart, which has neither createdAt nor accepts.',
    policies: changeShownOrder(signed => ({ ...signed, order: requestedOrder(signed.order) })),
  },
  {
    name: 'the id in the address of an order is decoded twice',
    kind: 'confusables',
    breaks: 'ORDER-08',
    story: 'The router has decoded the path, and the handler decodes it again.',
    prepare: server =>
      void server.addHook('preHandler', async ({ params }) => {
        const route = params as Record<string, string>
        if (route.id !== undefined) route.id = decodedAgain(route.id)
      }),
  },
  {
    name: 'a plus in the address of an order is a blank',
    kind: 'confusables',
    breaks: 'ORDER-08',
    story: 'unquote_plus() for the path, which is right only for queries.',
    prepare: server =>
      void server.addHook('preHandler', async ({ params }) => {
        const route = params as Record<string, string>
        if (route.id !== undefined) route.id = route.id.replaceAll('+', ' ')
      }),
  },
  {
    name: 'an order can be retrieved once',
    breaks: 'ORDER-08',
    story: 'It is handed to the gateway, and then evicted from the cache.',
    policies: {
      showOrder: signed => {
        if (shown.has(signed.order))
          return { status: 404, body: { error: { code: 'NOT_FOUND', message: 'No such order.', details: {} } } }
        shown.add(signed.order)
        return merchantPolicies.showOrder(signed)
      },
    },
  },
]
