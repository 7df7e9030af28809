import type { FastifyInstance } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { verifyRequest } from '../../../protocol/request/request.ts'
import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../reference/merchant/policies.ts'
import { changeOrderUrls } from '../../mutants/merchant/support/policies.ts'
import { stripPrefix } from '../support/base-path.ts'
import type { Variant } from '../variant.ts'

/** Also serves orders at `/shop?order=<id>`. */
const serveShopPage = (server: FastifyInstance): void => {
  const fetchOrder = async (id: string) => server.inject({ method: 'GET', url: `/orders/${encodeURIComponent(id)}` })
  server.get('/shop', async (request, reply) => {
    const { order = '' } = request.query as { order?: string }
    const { statusCode, body } = await fetchOrder(order)
    return reply.code(statusCode).header('content-type', 'application/json').send(body)
  })
}

/** Paid orders. */
const archived = new WeakSet<object>()

const isOrderAddress = /^\/orders\/[^/?]+$/

/** Redirects from the address of an order to another address. */
const redirectOrders = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url }, reply) =>
    method === 'GET' && isOrderAddress.test(url) ? reply.redirect(`${url}?format=json`, 302) : undefined,
  )
}

const requireHeaders = (server: FastifyInstance): void => {
  server.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (method !== 'GET' || !isOrderAddress.test(url) || headers['x-oc-signature']) return undefined
    return reply.code(401).send({ error: { code: 'INVALID_SIGNATURE', message: 'Who asks?', details: {} } })
  })
}

/** Answers the first request for each order with 404. */
const publishLater = (server: FastifyInstance): void => {
  const asked = new Set<string>()
  server.addHook('onRequest', async ({ method, url }, reply) => {
    if (method !== 'GET' || !isOrderAddress.test(url) || asked.has(url)) return undefined
    asked.add(url)
    return reply.code(404).type('application/xml').send('<Error><Code>NoSuchKey</Code></Error>')
  })
}

const prefix = '/shop/v2'

/** Behind a proxy that removes the prefix. */
const servedBelow: Pick<Variant<MerchantPolicies>, 'policies' | 'prepare' | 'prefix'> = {
  prefix,
  policies: {
    metadata: ({ config, ...identity }, key, profile) =>
      metadataDocument(
        { ...identity, config: { ...config, endpoint: joinPath(config.endpoint, prefix) } },
        key,
        profile,
      ),
    orderUrls: (id, merchant) =>
      merchantPolicies.orderUrls(id, { ...merchant, endpoint: () => merchant.endpoint() + prefix }),
  },
  prepare: stripPrefix(prefix),
}

/** Other addresses of an order and of the merchant ("Order URLs"). */
export const orderAddressVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'the bare order is at its address',
    story: 'Every client that needs the signature has it already.',
    policies: { showOrder: ({ order }) => ({ status: 200, body: order }) },
  },
  {
    name: 'an order has two addresses, one of them with a query',
    story: 'One is the API, the other the page of the shop.',
    policies: changeOrderUrls(({ order: [first = ''] }) => ({
      order: [first.replace('/orders/', '/shop?lang=pt&order='), first],
      completed: 'https://shop.example/#/thanks',
      cancelled: 'shop-app://cart',
    })),
    prepare: serveShopPage,
  },
  {
    name: 'the address of a paid order is gone',
    story: 'Paid orders are in the archive, which is not public.',
    policies: {
      signedOrder: (record, merchant) => {
        if (record.payment !== undefined) archived.add(record.order)
        return merchantPolicies.signedOrder(record, merchant)
      },
      showOrder: signed =>
        archived.has(signed.order)
          ? { status: 410, body: { error: { code: 'GONE', message: 'The order is in the archive.', details: {} } } }
          : merchantPolicies.showOrder(signed),
    },
  },
  { name: 'the address of an order redirects', story: 'It redirects to a permanent URL.', prepare: redirectOrders },
  { name: 'the address of an order asks for the headers', story: 'Orders are private.', prepare: requireHeaders },
  {
    name: 'the address of an order at another host asks for the headers',
    story: 'Private orders have a separate server.',
    policies: changeOrderUrls(urls => ({
      ...urls,
      order: urls.order.map(address => address.replace('//127.0.0.1:', '//localhost:')),
    })),
    prepare: requireHeaders,
    blocks: Object.fromEntries(
      ['ORDER-08', 'ORDER-10', 'SIG-04', 'WEBHOOK-06', 'FMT-01', 'FMT-02', 'FMT-03', 'FMT-11', 'FLOW-01'].map(id => [
        id,
        'No config says that the host is the target, so nothing is signed for it.',
      ]),
    ),
  },
  {
    name: 'an order comes to its address a moment later',
    story: 'It is published to a bucket in the background.',
    prepare: publishLater,
  },
  {
    name: 'the base address has a path, which is not signed',
    story: 'The proxy removes it, so the shop never sees it.',
    ...servedBelow,
    isDiscovered: true,
  },
  {
    name: 'the base address has a path',
    story: 'Behind a proxy, next to the shop itself.',
    ...servedBelow,
    policies: {
      ...servedBelow.policies,
      verifyRequest: ({ path, ...parts }, signer) => verifyRequest({ ...parts, path: prefix + path }, signer),
    },
  },
]
