import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, formOf } from '../../reference/service/forms.ts'
import { html } from '../../reference/service/html.ts'
import { pageHeaders, sendPage } from '../../reference/service/page.ts'
import { cookieIn, originFor } from './requests.ts'
import { allowScript, dataTag, scriptTag } from './scripts.ts'

/** The host name of the bank: the same server, but another origin for browsers. */
export const bankHost = 'localhost'

/** The code that the bank sends to the customer. */
export const bankCode = '271828'

/** A payment that waits for the bank: the form of the hosted page, as submitted. */
type Waiting = { url: string; headers: Record<string, string>; payload: string }

/** Writes the page of the bank. */
type BankPage = (id: string, problem?: string) => string

const bankPage: BankPage = (id, problem) =>
  html`<!doctype html><title>Confirm your payment</title><h1>Example Bank</h1>${problem && html`<p role="alert">${problem}</p>`}
<form method="post" action="/bank"><input type="hidden" name="id" value="${id}">
<label>Code from your bank <input name="code" inputmode="numeric"></label>
<button name="go" value="on">Verify</button> <button name="go" value="again">New code</button></form>`.text

/** The page of the bank as an application: a script creates the field, the button and the form that it submits. */
const bankScript = `
const { id, problem = '' } = JSON.parse(document.getElementById('payment').textContent)
const form = document.createElement('form')
const add = (name, properties) => form.appendChild(Object.assign(document.createElement(name), properties))
add('p', { textContent: problem })
const label = add('label', { textContent: 'Code from your bank ' })
const code = label.appendChild(Object.assign(document.createElement('input'), { inputMode: 'numeric' }))
const verify = add('button', { type: 'button', textContent: 'Verify' })
verify.addEventListener('click', () => {
  Object.assign(form, { method: 'post', action: '/bank' })
  for (const [name, value] of Object.entries({ id, code: code.value, go: 'on' }))
    add('input', { type: 'hidden', name, value })
  form.submit()
})
document.getElementById('app').append(form)
`

const scriptedBankPage: BankPage = (id, problem) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Confirm your payment</title></head>
<body><h1>Example Bank</h1><main id="app"></main>${dataTag('payment', { id, problem })}${scriptTag(bankScript)}</body></html>`
    .text

const sendBankPage = (reply: FastifyReply, text: string, id: string): FastifyReply => {
  reply.header('set-cookie', `acs=${id}; Path=/bank; HttpOnly; SameSite=Lax`)
  return sendPage(reply, 200, { text, headers: allowScript(pageHeaders, bankScript) })
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'content-length' ? [[name, value]] : [],
    ),
  )

/** Hosts the page of the bank at another origin; its response returns the customer with a ticket. */
const hostBank = (
  scope: FastifyInstance,
  pageOf: BankPage,
  { waiting, tickets }: { waiting: ReadonlyMap<string, Waiting>; tickets: Map<string, string> },
): void => {
  scope.get<{ Querystring: { id?: string } }>('/bank', async ({ query: { id = '' } }, reply) =>
    waiting.has(id) ? sendBankPage(reply, pageOf(id), id) : reply.code(404).send('Not found'),
  )
  scope.post('/bank', async (request, reply) => {
    const form = formOf(request)
    const id = form.get('id') ?? ''
    if (!waiting.has(id) || cookieIn(request, 'acs') !== id) return reply.code(403).send('Too late')
    if (form.get('go') !== 'on' || form.get('code') !== bankCode)
      return sendBankPage(reply, pageOf(id, 'That is not the code.'), id)
    const ticket = randomUUID()
    tickets.set(ticket, id)
    return reply.redirect(`${originFor(request, '127.0.0.1')}/returned?ticket=${ticket}`, 303)
  })
}

/** Sends the payer to the bank, which asks for a code before the payment is executed. */
export const askBank = (server: FastifyInstance): void => askBankBy(server, bankPage)

/** The same, with a bank page that needs script. */
export const askBankInScript = (server: FastifyInstance): void => askBankBy(server, scriptedBankPage)

const askBankBy = (server: FastifyInstance, pageOf: BankPage): void => {
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
    hostBank(scope, pageOf, { waiting, tickets })
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
