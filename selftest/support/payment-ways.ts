import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, formOf } from '../../reference/service/forms.ts'
import { html } from '../../reference/service/html.ts'
import { sendPage } from '../../reference/service/page.ts'
import { cookieIn, originFor } from './requests.ts'

/** The name of the host of the bank: the same server, which is another origin for a browser. */
export const bankHost = 'localhost'

/** The code that the bank sends to the customer. */
export const bankCode = '271828'

/** A payment that waits for the bank: the form of the hosted page, as it was sent. */
type Waiting = { url: string; headers: Record<string, string>; payload: string }

const bankPage = (id: string, problem?: string): string =>
  html`<!doctype html><title>Confirm your payment</title><h1>Example Bank</h1>${problem && html`<p role="alert">${problem}</p>`}
<form method="post" action="/bank"><input type="hidden" name="id" value="${id}">
<label>Code from your bank <input name="code" inputmode="numeric"></label>
<button name="go" value="on">Verify</button> <button name="go" value="again">New code</button></form>`.text

const sendBankPage = (reply: FastifyReply, id: string, problem?: string): FastifyReply => {
  reply.header('set-cookie', `acs=${id}; Path=/bank; HttpOnly; SameSite=Lax`)
  return sendPage(reply, 200, { text: bankPage(id, problem) })
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'content-length' ? [[name, value]] : [],
    ),
  )

/** Hosts the page of the bank, at an origin of its own; its answer brings the customer back with a ticket. */
const hostBank = (
  scope: FastifyInstance,
  waiting: ReadonlyMap<string, Waiting>,
  tickets: Map<string, string>,
): void => {
  scope.get<{ Querystring: { id?: string } }>('/bank', async ({ query: { id = '' } }, reply) =>
    waiting.has(id) ? sendBankPage(reply, id) : reply.code(404).send('Not found'),
  )
  scope.post('/bank', async (request, reply) => {
    const form = formOf(request)
    const id = form.get('id') ?? ''
    if (!waiting.has(id) || cookieIn(request, 'acs') !== id) return reply.code(403).send('Too late')
    if (form.get('go') !== 'on' || form.get('code') !== bankCode)
      return sendBankPage(reply, id, 'That is not the code.')
    const ticket = randomUUID()
    tickets.set(ticket, id)
    return reply.redirect(`${originFor(request, '127.0.0.1')}/returned?ticket=${ticket}`, 303)
  })
}

/** Sends whoever pays to the bank, which asks for a code, before the payment is carried out. */
export const askBank = (server: FastifyInstance): void => {
  const waiting = new Map<string, Waiting>()
  const tickets = new Map<string, string>()
  const pass = randomUUID()
  server.addHook('preHandler', async (request, reply) => {
    const form = formOf(request)
    const isPayment = request.method === 'POST' && request.url.startsWith('/checkout/') && form.get('action') === 'pay'
    if (!isPayment || request.headers['x-pass'] === pass) return undefined
    const id = randomUUID()
    waiting.set(id, { url: request.url, headers: headersOf(request), payload: form.toString() })
    return reply.redirect(`${originFor(request, bankHost)}/bank?id=${id}`, 303)
  })
  server.register(async scope => {
    acceptForms(scope, 65_536)
    hostBank(scope, waiting, tickets)
    scope.get<{ Querystring: { ticket?: string } }>('/returned', async ({ query: { ticket = '' } }, reply) => {
      const payment = waiting.get(tickets.get(ticket) ?? '')
      if (payment === undefined || !tickets.delete(ticket)) return reply.code(404).send('Not found')
      const { statusCode, headers, rawPayload } = await server.inject({
        method: 'POST',
        ...payment,
        headers: { ...payment.headers, 'x-pass': pass },
      })
      return reply.code(statusCode).headers(headers).send(rawPayload)
    })
  })
}
