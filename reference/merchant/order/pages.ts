import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectHttp } from '../../every-role/errors.ts'
import { notice, sendPage } from '../../service/page.ts'
import { write } from '../../service/server.ts'
import type { Merchant } from '../contract.ts'
import type { OrderRecord } from '../records.ts'

/** What a customer sees who comes back from paying. */
export const completedPage = ({ payment }: OrderRecord): string =>
  payment === undefined
    ? notice('Thank you', 'Your payment is being confirmed. You can close this page.')
    : notice('Thank you', 'Your order is paid. You can close this page.')

/** What a customer sees who did not pay. */
export const cancelledPage = (_order: OrderRecord): string =>
  notice('Not paid', 'No payment was made. Please order again in the shop if you changed your mind.')

type OrderRoute = FastifyRequest<{ Params: { id: string } }>

const showOrder = (request: OrderRoute, reply: FastifyReply, merchant: Merchant): FastifyReply => {
  const known = merchant.store.order(request.params.id)
  if (known === undefined) throw rejectHttp(404, 'There is no such order.')
  return write(reply, merchant.policies.showOrder(merchant.policies.signedOrder(known, merchant)), merchant)
}

const showPage =
  (name: 'completedPage' | 'cancelledPage', { policies, store }: Merchant) =>
  async (request: OrderRoute, reply: FastifyReply): Promise<FastifyReply> => {
    const known = store.order(request.params.id)
    if (known === undefined) return sendPage(reply, 404, { text: notice('Not found', 'There is no such order here.') })
    return sendPage(reply, 200, { text: policies[name](known), headers: policies.pageHeaders })
  }

/** The addresses of "Order URLs", public like the document's other addresses for customers and gateways. */
export const hostOrders = (server: FastifyInstance, merchant: Merchant): void => {
  server.get('/orders/:id', async (request: OrderRoute, reply) => showOrder(request, reply, merchant))
  server.get('/orders/:id/completed', showPage('completedPage', merchant))
  server.get('/orders/:id/cancelled', showPage('cancelledPage', merchant))
}
