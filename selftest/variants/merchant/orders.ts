import type { FastifyInstance } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import { canonicalize } from '../../../protocol/canonical.ts'
import { Refusal } from '../../../protocol/errors.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { verifyRequest } from '../../../protocol/request.ts'
import { idIsNew, type OrderCreation, orderChecks, orderIsNotOver } from '../../../reference/merchant/order/create.ts'
import { type MerchantPolicies, merchantPolicies } from '../../../reference/merchant/policies.ts'
import { unixSeconds } from '../../../reference/service/ports.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { replaced, without } from '../../mutants/changes.ts'
import { addressesWith, orderWith } from '../../mutants/merchant/decisions.ts'
import type { Variant } from '../variant.ts'

/** 1.00 as 1, 2.50 as 2.5. */
const shortest = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

const idIsTaken: Rule<OrderCreation> = creation =>
  idIsNew(creation) && new Refusal('ORDER_EXISTS', 409, 'The id belongs to an order.')

/** The same request makes the order anew, as long as nobody has paid it. */
const idIsOfAnother: Rule<OrderCreation> = creation => {
  const known = creation.merchant.store.order(creation.request.id)
  const isSame = known?.text === canonicalize(creation.request) && known.payment === undefined
  return isSame ? undefined : idIsNew(creation)
}

/** Orders at `/shop?order=<id>`, too. */
const shopPage = (server: FastifyInstance): void => {
  const shown = async (id: string) => server.inject({ method: 'GET', url: `/orders/${encodeURIComponent(id)}` })
  server.get('/shop', async (request, reply) => {
    const { order = '' } = request.query as { order?: string }
    const { statusCode, body } = await shown(order)
    return reply.code(statusCode).header('content-type', 'application/json').send(body)
  })
}

const isOrderAddress = /^\/orders\/[^/?]+$/

/** The address of an order sends to another one. */
const moved = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url }, reply) =>
    method === 'GET' && isOrderAddress.test(url) ? reply.redirect(`${url}?format=json`, 302) : undefined,
  )
}

const askingForHeaders = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (method !== 'GET' || !isOrderAddress.test(url) || headers['x-oc-signature']) return undefined
    return reply.code(401).send({ error: { code: 'INVALID_SIGNATURE', message: 'Who asks?', details: {} } })
  })
}

const prefix = '/shop/v2'

/** Requests below the prefix lose it before anything of the server sees them; others lead nowhere. */
const prefixOff = ({ server }: FastifyInstance): void => {
  server.prependListener('request', (request: { url?: string }) => {
    const url = request.url ?? ''
    request.url = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : `/outside${url}`
  })
}

/** Other orders, other addresses, other answers to what is asked twice ("POST /orders/create", "Order URLs"). */
export const orderVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'orders have members of their own, their items, too',
    story: 'What the back office keeps.',
    policies: orderWith(({ items }) => ({
      status: 'open',
      shop: { city: 'Lisboa', till: 4 },
      items: items?.map((item, at) => ({ ...item, sku: `S-${at}`, tax: { rate: '0.23', included: true } })),
    })),
  },
  {
    name: 'orders expire in half an hour when nobody says when',
    story: 'Prices change.',
    policies: orderWith(({ expiresAt, createdAt = 0 }) => ({ expiresAt: expiresAt ?? createdAt + 1_800 })),
  },
  {
    name: 'orders without items have an empty list of them',
    story: 'A list is a list.',
    policies: orderWith(({ items = [] }) => ({ items })),
  },
  {
    name: 'amounts are written as short as they can be',
    story: 'A decimal type that drops zeros; equal in value.',
    policies: orderWith(({ amount, items }) => ({
      amount: shortest(amount),
      items: items?.map(item => ({ ...item, price: shortest(item.price) })),
    })),
  },
  {
    name: 'the same order again is refused with 409',
    story: 'An id is used once.',
    policies: { isSameRequest: () => false, orderChecks: replaced(orderChecks, idIsNew, idIsTaken) },
  },
  {
    name: 'the same order again is made and signed afresh',
    story: 'Until it is paid, an order is only a piece of paper.',
    policies: { isSameRequest: () => false, orderChecks: replaced(orderChecks, idIsNew, idIsOfAnother) },
  },
  {
    name: 'a used id is answered with its order, whatever else is asked',
    story: 'The id is the key of idempotency.',
    policies: { isSameRequest: (request, { order }) => request.id === order.id },
  },
  {
    name: 'an order that has expired already is signed',
    story: 'The gateway will refuse it.',
    policies: { orderChecks: without(orderChecks, orderIsNotOver) },
  },
  {
    name: 'the bare order is at its address',
    story: 'Who wants the signature has it.',
    policies: { showOrder: ({ order }) => ({ status: 200, body: order }) },
  },
  {
    name: 'an order has two addresses, one of them with a query',
    story: 'The interface, and the page of the shop.',
    policies: addressesWith(({ order: [first = ''] }) => ({
      order: [first.replace('/orders/', '/shop?lang=pt&order='), first],
      completed: 'https://shop.example/#/thanks',
      cancelled: 'shop-app://cart',
    })),
    prepare: shopPage,
  },
  { name: 'the address of an order redirects', story: 'An address that does not change.', prepare: moved },
  { name: 'the address of an order asks for the headers', story: 'Orders are private.', prepare: askingForHeaders },
  {
    name: 'the base address has a path',
    story: 'Behind a proxy, beside the shop itself.',
    prefix,
    policies: {
      metadata: ({ config, ...identity }, key, profile) =>
        metadataDocument(
          { ...identity, config: { ...config, endpoint: joinPath(config.endpoint, prefix) } },
          key,
          profile,
        ),
      verifyRequest: ({ path, ...parts }, signer) => verifyRequest({ ...parts, path: prefix + path }, signer),
      orderUrls: (id, merchant) =>
        merchantPolicies.orderUrls(id, { ...merchant, endpoint: () => merchant.endpoint() + prefix }),
    },
    prepare: prefixOff,
  },
  {
    name: 'the version member has the name of the protocol, capabilities are of its own naming',
    story: 'As the wire format has it; the document lists none for merchants.',
    profile: { versionMember: 'opencheckout', version: '0.1.2' },
    policies: {
      metadata: ({ config, ...identity }, key, profile) => {
        const capabilities = ['transfer.webhook', 'x-loyalty', ...config.capabilities]
        const more = { icon: 'https://shop.example/icon.svg', kyc: [7001], contact: 'till@shop.example' }
        return metadataDocument({ ...identity, ...more, config: { ...config, capabilities } }, key, profile)
      },
    },
  },
  {
    name: 'orders are made a minute ago',
    story: 'A clock that nobody looks after.',
    policies: {
      newOrder: creation => ({
        ...merchantPolicies.newOrder(creation),
        createdAt: unixSeconds(creation.merchant.ports) - 60,
      }),
    },
  },
]
