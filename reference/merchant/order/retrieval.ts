import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectHttp } from '../../every-role/errors.ts'
import { notice, sendPage } from '../../service/page.ts'
import { write } from '../../service/server.ts'
import type { Merchant } from '../contract.ts'
import type { OrderRecord } from '../records.ts'

/** Writes the page for a customer who returns after paying. */
export const completedPage = ({ payment }: OrderRecord): string =>
  payment === undefined
    ? notice('Thank you', 'Your payment is being confirmed. You can close this page.')
    : notice('Thank you', 'Your order is paid. You can close this page.')

/** Writes the page for a customer who did not pay. */
export const cancelledPage = (_order: OrderRecord): string =>
  notice('Not paid', 'No payment was made. Please order again in the shop if you changed your mind.')

type OrderRoute = FastifyRequest<{ Params: { id: string } }>

const sendOrder = (request: OrderRoute, reply: FastifyReply, merchant: Merchant): FastifyReply => {
  const record = merchant.store.order(request.params.id)
  if (record === undefined) throw rejectHttp(404, 'There is no such order.')
  return write(reply, merchant.policies.showOrder(merchant.policies.signedOrder(record, merchant)), merchant)
}

const showPage =
  (name: 'completedPage' | 'cancelledPage', { policies, store }: Merchant) =>
  async (request: OrderRoute, reply: FastifyReply): Promise<FastifyReply> => {
    const record = store.order(request.params.id)
    if (record === undefined) return sendPage(reply, 404, { text: notice('Not found', 'There is no such order here.') })
    return sendPage(reply, 200, { text: policies[name](record), headers: policies.pageHeaders })
  }

/**
 * Serves the addresses of "Order URLs" without authentication, since customers and gateways open them.
 * Clauses: ORDER-05, ORDER-08, ORDER-12.
 */
export const hostOrders = (server: FastifyInstance, merchant: Merchant): void => {
  server.get('/orders/:id', async (request: OrderRoute, reply) => sendOrder(request, reply, merchant))
  server.get('/orders/:id/completed', showPage('completedPage', merchant))
  server.get('/orders/:id/cancelled', showPage('cancelledPage', merchant))
}
