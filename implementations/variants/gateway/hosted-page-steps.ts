import type { FastifyInstance } from 'fastify'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { html } from '../../../reference/service/html.ts'
import { pageHeaders } from '../../../reference/service/page.ts'
import { withSecondPage } from '../../support/second-page.ts'
import type { Variant } from '../variant.ts'
import { formFor, optionField, optionList, plainPage } from './support/hosted-page.ts'

/** Asks for a card with the usual fields, all empty. */
const cardPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Tarjeta',
    html`${formFor(
      view,
      'pay',
      html`${optionField('card')}
<label>Número de tarjeta <input name="cc-number" autocomplete="cc-number" inputmode="numeric" required></label>
<label>Caducidad <input name="exp" autocomplete="cc-exp" placeholder="MM/AA" required></label>
<label>CVV <input name="cvv" type="password" autocomplete="cc-csc" required></label>
<label><input type="checkbox" name="terms" required> Acepto las condiciones</label>
<button type="submit">Realizar el pago</button>`,
    )}
${formFor(view, 'cancel', html`<button type="submit">Volver a la tienda</button>`)}`,
  )

/** Answers with an error page if a field of the card form is empty. */
const requireCard = (server: FastifyInstance): void => {
  server.addHook('preHandler', async ({ body }, reply) => {
    if (!(body instanceof URLSearchParams) || body.get('action') !== 'pay') return undefined
    const isWhole = /^\d{12,19}$/.test(body.get('cc-number') ?? '') && body.has('exp') && body.get('terms') === 'on'
    return isWhole ? undefined : reply.code(422).type('text/html').send('<!doctype html><h1>Faltan datos</h1>')
  })
}

const cancelLinkPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`${formFor(view, 'pay', html`${optionField('card')}<button>Place order</button>`)}
<a href="${view.session.urls.cancelled}">Cancel and return to the shop</a>`,
  )

const continuePage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`<!--later-->${formFor(view, 'pay', html`${optionList(view)}<button>Pay</button>`)}<!--later-->
${formFor(view, 'cancel', html`<button>Cancel</button>`)}`,
  )

/** Shows every way to pay as a tab, each with its form. */
const tabsPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`<div role="tablist">${view.options.map(({ id, label }) => html`<a role="tab" href="?by=${id}">${label}</a> `)}</div>
${view.options.map(({ id, label }) => html`<!--by-->${formFor(view, 'pay', html`${optionField(id)}<button>Pay with ${label}</button>`)}`)}<!--by-->
${formFor(view, 'cancel', html`<button>Cancel</button>`)}`,
  )

/** Keeps only the form of the chosen tab, initially the first. */
const chosenTab = (server: FastifyInstance): void =>
  void server.addHook('onSend', async ({ url }, _reply, payload) => {
    if (typeof payload !== 'string' || !payload.includes('<!--by-->')) return payload
    const [before, ...rest] = payload.split('<!--by-->')
    const by = new URL(url, 'http://localhost').searchParams.get('by')
    const forms = rest.slice(0, -1)
    return `${before}${forms.find(form => form.includes(`value="${by}"`)) ?? forms[0]}${rest.at(-1)}`
  })

/** Shows the order on a first page, with links to the payment on a second. */
const splitPage =
  (links: string) =>
  (server: FastifyInstance): void => {
    server.addHook('onSend', async ({ method, url }, _reply, payload) => {
      const isFirst = method === 'GET' && url.includes('/checkout/') && !url.includes('?step=')
      if (!isFirst || typeof payload !== 'string') return payload
      const [before, , after] = payload.split('<!--later-->')
      return after === undefined ? payload : `${before}${links}${after}`
    })
  }

/** Asks for confirmation on another page before anything happens. */
const askAgain = (server: FastifyInstance): void => {
  server.addHook('preHandler', async ({ body, url }, reply) => {
    if (!(body instanceof URLSearchParams) || body.has('sure')) return undefined
    const fields = [...body].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
    const isCancel = body.get('action') === 'cancel'
    const question = isCancel ? 'Do you want to leave without paying?' : 'One more step'
    const page = html`<!doctype html><title>${question}</title><h1>${question}</h1>
<form method="post" action="${url}">${fields}<button name="sure" value="1">${isCancel ? 'Yes' : 'Confirm'}</button></form>`
    return reply.headers(pageHeaders).send(page.text)
  })
}

/** Hosted pages that take more than one click, or have none of the usual controls. */
export const hostedPageStepVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'a card form, in Spanish',
    story: 'It only accepts cards; only the bank knows which of them fail.',
    policies: { checkoutPage: cardPage },
    prepare: requireCard,
  },
  {
    name: 'a link to leave by',
    story: 'Cancelling is just going back to the shop.',
    policies: { checkoutPage: cancelLinkPage },
  },
  {
    name: 'two pages, linked',
    story: 'First the order, then the payment.',
    policies: { checkoutPage: continuePage },
    prepare: splitPage('<a href="?step=payment">Continue to payment</a>'),
  },
  {
    name: 'the ways to pay are links',
    story: 'Each leads to its own page, which another team maintains.',
    policies: { checkoutPage: continuePage },
    prepare: splitPage(
      '<ul><li><a href="?step=card">Visa or Mastercard</a><li><a href="?step=bank">Bank transfer</a></ul>',
    ),
  },
  {
    name: 'a tab for each way to pay',
    story: 'Each has its own form, and the failing card of the test system is a tab like the others.',
    policies: { checkoutPage: tabsPage },
    prepare: chosenTab,
  },
  {
    name: 'the order is summed up before the payment',
    story: 'It repeats the amount and the ways out.',
    ...withSecondPage(),
  },
  {
    name: 'a page before the payment says what the bank may hold',
    story: 'Customers asked why their statement showed another amount for a day.',
    ...withSecondPage({
      summary: ({ session: { order } }) => html`<p>Your bank may hold 1.00 ${order.currency} for a moment.</p>`,
    }),
  },
  {
    name: 'everything is asked twice',
    story: 'Customers had paid by accident, and support had enough.',
    prepare: askAgain,
  },
]
