import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { OrderUrls } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { changeOrder } from '../support/policies.ts'

/** Changes the URLs of orders without a reference. */
const changeUrlsWithoutReference = (changes: Partial<OrderUrls>): Pick<MerchantPolicies, 'signedOrder'> => ({
  signedOrder: (record, merchant) => {
    const signed = merchantPolicies.signedOrder(record, merchant)
    return record.order.reference === undefined ? { ...signed, urls: { ...signed.urls, ...changes } } : signed
  },
})

/** Faults of orders without optional members (ORDER-03, ORDER-05). */
export const absentMemberMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an order without items accepts no gateway',
    breaks: 'ORDER-03',
    story: 'The accepted gateways depend on the goods: the lists of all items are merged.',
    policies: changeOrder(({ items, accepts }) => ({ accepts: items === undefined ? [] : accepts })),
  },
  {
    name: 'an order without an expiry does not say when it was made',
    breaks: 'ORDER-03',
    story: 'Both times are written by one helper, which returns early without an expiry.',
    policies: changeOrder(({ expiresAt, createdAt }) => ({
      createdAt: expiresAt === undefined ? undefined : createdAt,
    })),
  },
  {
    name: 'an order without items was made in 1970',
    breaks: 'ORDER-03',
    story: 'A donation uses another constructor, in which the time is 0.',
    policies: changeOrder(({ items, createdAt }) => ({ createdAt: items === undefined ? 0 : createdAt })),
  },
  {
    name: 'an order without a reference has no address',
    breaks: 'ORDER-05',
    story: 'The page of an order is found by its reference.',
    policies: changeUrlsWithoutReference({ order: [] }),
  },
  {
    name: 'who pays an order without a reference is sent to a relative address',
    breaks: 'ORDER-05',
    story: 'The address template needs a reference, and falls back to the path of the shop.',
    policies: changeUrlsWithoutReference({ completed: '/thanks' }),
  },
]
