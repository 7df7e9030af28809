import type { FastifyInstance } from 'fastify'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { acceptForms, formOf } from '../../../reference/service/forms.ts'
import { html } from '../../../reference/service/html.ts'
import { sendPage } from '../../../reference/service/page.ts'
import { askBank, bankCode, bankHost } from '../../support/payment-ways.ts'
import { cookieIn } from '../../support/requests.ts'
import type { Variant } from '../variant.ts'
import { formFor, plainPage } from './support/hosted-page.ts'

/** Asks for a card in a language that the harness does not know. */
export const polishPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Zamówienie',
    html`${formFor(
      view,
      'pay',
      html`<p><label for="nr">Numer rachunku</label> <input id="nr" name="nr"></p>
<label><input type="checkbox" name="zgoda" value="tak"> Akceptuję regulamin</label>
<button name="dalej" value="1">Zapłać teraz</button> <button name="dalej" value="2">Zapisz na później</button>`,
    )}${formFor(view, 'cancel', html`<button>Wróć do sklepu</button>`)}`,
  )

/** Accepts one number, declines another, and shows the form again for any other. */
export const readNumber = (server: FastifyInstance): void => {
  const options: Record<string, string> = { '1111 2222': 'card', '3333 4444': 'declined' }
  server.addHook('preHandler', async (request, reply) => {
    const form = formOf(request)
    if (!request.url.startsWith('/checkout/') || form.get('action') !== 'pay') return undefined
    const option = options[form.get('nr') ?? '']
    const isWhole = option !== undefined && form.get('zgoda') === 'tak' && form.get('dalej') === '1'
    if (!isWhole) return reply.redirect(request.url, 303)
    form.set('option', option)
    return undefined
  })
}

const password = 'only for tests, 1234'

const loginPage = (to: string) =>
  html`<!doctype html><title>Wallet</title><h1>Wallet</h1><form method="post" action="/wallet"><input type="hidden" name="to" value="${to}">
<input name="user" placeholder="Account"><input type="password" name="secret" aria-label="Secret phrase"><button>Sign in</button></form>`
    .text

/** Shows the hosted page only to customers who are logged in. */
const requireWallet = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.url.startsWith('/checkout/')
    return isPage && cookieIn(request, 'wallet') !== 'open'
      ? sendPage(reply, 200, { text: loginPage(request.url) })
      : undefined
  })
  server.register(async scope => {
    acceptForms(scope, 65_536)
    scope.post('/wallet', async (request, reply) => {
      const form = formOf(request)
      const to = form.get('to') ?? ''
      const isOwner = form.get('user') === 'anna' && form.get('secret') === password && /^\/checkout\/\w+$/.test(to)
      if (!isOwner) return sendPage(reply, 401, { text: loginPage(to) })
      return reply.header('set-cookie', 'wallet=open; Path=/; HttpOnly; SameSite=Lax').redirect(to, 303)
    })
  })
}

const bankSteps = [`text:Code from your bank=${bankCode}`, 'button:Verify']

/** The config of a gateway whose customers confirm at a bank. */
export const bankSettings = (baseUrl: string) => ({
  pages: {
    checkout: {
      origins: [baseUrl.replace('127.0.0.1', bankHost)],
      pay: ['radio:Test card ending', 'button:Pay', ...bankSteps],
      fail: ['radio:Declined', 'button:Pay', ...bankSteps],
    },
  },
})

/** Ways to pay that lead through other pages, or ask for data that only the operator knows. */
export const paymentWayVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'the bank asks for a code, at an origin of its own',
    story: '3-D Secure: the page of the bank lies between the hosted page and the shop.',
    prepare: askBank,
    settings: bankSettings,
  },
  {
    name: 'a number to type, in Polish',
    story: 'The number decides whether the payment succeeds, and the page is in a language unknown to the harness.',
    policies: { checkoutPage: polishPage },
    prepare: readNumber,
    settings: {
      pages: {
        checkout: {
          pay: ['text:Numer rachunku=1111 2222', 'checkbox:Akceptuję', 'button:Zapłać teraz'],
          fail: ['text:Numer rachunku=3333 4444', 'checkbox:Akceptuję', 'button:Zapłać teraz'],
          cancel: 'button:Wróć do sklepu',
        },
      },
    },
  },
  {
    name: 'a wallet, to which the customer logs in first',
    story: 'Only account holders can pay.',
    prepare: requireWallet,
    settings: {
      pages: { checkout: { login: ['text:Account=anna', 'text:Secret phrase=file:phrase.txt', 'button:Sign in'] } },
      pageSecrets: { 'file:phrase.txt': password },
    },
  },
]
