import { AsyncLocalStorage } from 'node:async_hooks'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import type { MerchantPolicies, OrderCreation, WebhookRule } from '../../../../reference/merchant/contract.ts'
import { idIsNew, orderRules } from '../../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { issuerIsAccepted, webhookRules } from '../../../../reference/merchant/webhook/rules.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer, changeOrder } from '../support/policies.ts'

/** Converts an amount to cents and back in floating point. */
const truncateAmount = (amount: string): string => (Math.trunc(Number(amount) * 100) / 100).toFixed(2)

/** The offset of a clock two time zones east of UTC, in seconds. */
const localOffset = 7_200

const sentTimestamps = new AsyncLocalStorage<number>()

/** Refuses an id that belongs to another order, but still changes that order's memo. */
const refuseButKeep: Rule<OrderCreation> = creation => {
  const { request, merchant } = creation
  const before = merchant.store.order(request.id)
  if (before === undefined) return undefined
  const order = { ...before.order, memo: request.memo ?? '' }
  merchant.store.keepOrder({ ...before, order, signature: merchant.policies.signOrder(order, creation) })
  return idIsNew(creation)
}

/** Refuses an id that the caller has used before. */
const idIsNewToCaller = (): Rule<OrderCreation> => {
  const callers = new Map<string, number>()
  return creation => {
    const { caller, request } = creation
    const first = callers.get(request.id)
    callers.set(request.id, caller)
    return first === undefined || first === caller ? idIsNew(creation) : undefined
  }
}

const onlyFirstIssuer: WebhookRule = ({ signed, merchant }) =>
  issuerIsAccepted({ signed, merchant: { ...merchant, issuers: merchant.issuers.slice(0, 1) } })

/** When the first order was made, not a round time. */
let firstTime: number | undefined

/** The memo of the previous order. */
let lastMemo: string | undefined

/** Faults in the order that POST /orders/create returns (ORDER-01 to ORDER-03, ORDER-11). */
export const orderContentMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a created order is answered 201',
    breaks: 'ORDER-01',
    story: 'The framework answers 201 to everything that creates something, and clients only check for 2xx.',
    policies: changeAnswer('orders.create', body => ({ status: 201, body })),
  },
  {
    name: 'the order is answered bare',
    breaks: 'ORDER-01',
    story: 'The handler returns the new row; signature and URLs were to follow later.',
    policies: changeAnswer('orders.create', ({ order }) => ({ status: 200, body: order as JsonObject })),
  },
  {
    name: 'members that were not asked for are answered null',
    breaks: 'ORDER-01',
    story: 'The serializer writes every column of the table, even empty ones.',
    policies: changeOrder(({ memo = null, reference = null }) => ({ memo, reference })),
  },
  {
    name: 'an order without a memo has that of the order before',
    breaks: 'ORDER-02',
    story: 'One object holds the order being made, and sets the members that a request has.',
    policies: {
      newOrder: creation => {
        const order = merchantPolicies.newOrder(creation)
        lastMemo = order.memo ?? lastMemo
        return lastMemo === undefined ? order : { ...order, memo: lastMemo }
      },
    },
  },
  {
    name: 'items are dropped',
    breaks: 'ORDER-02',
    story: 'The orders table has no column for them.',
    policies: changeOrder(() => ({ items: undefined })),
  },
  {
    name: 'items are sorted by name',
    breaks: 'ORDER-02',
    story: 'ORDER BY name, so that the receipt reads well.',
    policies: changeOrder(({ items }) => ({ items: items?.toSorted((a, b) => (a.name < b.name ? -1 : 1)) })),
  },
  {
    name: 'text is trimmed',
    breaks: 'ORDER-02',
    story: 'A middleware trims every string of every request.',
    policies: changeOrder(({ memo, reference }) => ({ memo: memo?.trim(), reference: reference?.trim() })),
  },
  {
    name: 'amounts lose a cent on their way through floating point',
    breaks: 'ORDER-02',
    story: 'Math.trunc(Number(amount) * 100) makes 28 cents of 0.29.',
    policies: changeOrder(({ amount }) => ({ amount: truncateAmount(amount) })),
  },
  {
    name: 'orders do not say whom they accept',
    breaks: 'ORDER-03',
    story: 'accepts seemed to concern only the gateway.',
    policies: changeOrder(() => ({ accepts: undefined })),
  },
  {
    name: 'orders accept no gateway',
    breaks: 'ORDER-03',
    story: 'The list is read from a setting that was never set.',
    policies: changeOrder(() => ({ accepts: [] })),
  },
  {
    name: 'orders do not say when they were made',
    breaks: 'ORDER-03',
    story: 'The database fills the column, after the order was signed and sent.',
    policies: changeOrder(() => ({ createdAt: undefined })),
  },
  {
    name: 'orders are as old as the first one',
    breaks: 'ORDER-03',
    story: 'The time is a default of the class, which is computed once.',
    policies: changeOrder(({ createdAt = 0 }) => {
      firstTime ??= createdAt % 5 === 0 ? createdAt - 1 : createdAt
      return { createdAt: firstTime }
    }),
  },
  {
    name: 'orders are made in local time',
    breaks: 'ORDER-03',
    alsoBreaks: ['FMT-01'],
    story: 'The local time of the shop is read as UTC.',
    policies: changeOrder(({ createdAt = 0 }) => ({ createdAt: createdAt + localOffset })),
  },
  {
    name: 'orders list a gateway that the webhook does not know',
    breaks: 'ORDER-11',
    story: 'The list in the order is in the configuration, the one of the webhook in code.',
    policies: changeOrder(({ accepts }) => ({ accepts: [...(accepts ?? []), 9_001] })),
  },
  {
    name: 'orders list every gateway of the registry',
    breaks: 'ORDER-11',
    story: 'Everyone in the registry counted as a partner; the contract is with one of them.',
    policies: {
      newOrder: creation => ({
        ...merchantPolicies.newOrder(creation),
        accepts: [...creation.merchant.directory.metadataAddresses.keys()],
      }),
    },
  },
  {
    name: 'orders list every issuer, and the webhook takes the first of them only',
    breaks: 'ORDER-11',
    story: 'ISSUERS is split at commas for the orders, and at semicolons for the webhook.',
    policies: { webhookRules: replace(webhookRules, issuerIsAccepted, onlyFirstIssuer) },
  },
  {
    name: 'an order is as old as the timestamp of its request',
    breaks: 'ORDER-03',
    story: 'The timestamp was available among the headers, and had just been checked.',
    policies: changeOrder(({ createdAt }) => ({ createdAt: sentTimestamps.getStore() ?? createdAt })),
    prepare: server =>
      void server.addHook('preHandler', ({ headers }, _reply, done) =>
        sentTimestamps.run(Number(headers['x-oc-timestamp']), done),
      ),
  },
  {
    name: 'a request that is refused for its id changes the order of the id',
    breaks: 'ORDER-08',
    story: 'The order is saved, then compared with the first, and the refusal rolls nothing back.',
    policies: { orderRules: replace(orderRules, idIsNew, refuseButKeep) },
  },
  {
    name: 'each caller has ids of its own',
    breaks: 'ORDER-09',
    story: 'The unique index on orders covers the caller and the id.',
    policies: { orderRules: replace(orderRules, idIsNew, idIsNewToCaller()) },
  },
]
