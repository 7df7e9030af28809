import type { FastifyInstance } from 'fastify'
import type { CheckoutView } from '../../../reference/gateway/hosted-page/markup.ts'
import type { GatewayPolicies } from '../../../reference/gateway/policies.ts'
import { type Html, html } from '../../../reference/service/html.ts'
import { pageHeaders } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'

/** A page without style: title, what is shown of the order, and what can be done. */
const plainPage = (view: CheckoutView, title: string, controls: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body>${summary(view)}
${controls}
</body></html>`.text

const summary = ({ session: { order }, merchantName }: CheckoutView): Html => html`<h1>${merchantName}</h1>
<ul>${(order.items ?? []).map(({ name, quantity, price }) => html`<li>${quantity} × ${name}, ${price} each</li>`)}</ul>
<p>${order.memo}</p>
<p>Total: ${order.currency} ${order.amount}</p>`

type Action = 'pay' | 'cancel'

/** The fields that a form of one action needs besides the option. */
const hidden = ({ token }: CheckoutView, action: Action): Html =>
  html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="action" value="${action}">`

const form = (view: CheckoutView, action: Action, inside: Html): Html =>
  html`<form method="post" action="${view.path}">${hidden(view, action)}${inside}</form>`

const option = (id: string): Html => html`<input type="hidden" name="option" value="${id}">`

const select = ({ options }: CheckoutView): Html =>
  html`<label>Zahlungsart <select name="option" required><option value="">Bitte wählen …</option>${options.map(
    ({ id, succeeds }) => html`<option value="${id}">${succeeds ? `Karte (${id})` : 'Abgelehnte Karte'}</option>`,
  )}</select></label>`

const listPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Kasse',
    html`${form(view, 'pay', html`${select(view)}<input type="submit" value="Jetzt zahlungspflichtig bestellen">`)}
${form(view, 'cancel', html`<input type="submit" value="Abbrechen und zurück zum Shop">`)}`,
  )

/** One button for each way to pay, and a link-like one to leave. */
const buttonsPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`${form(view, 'pay', html`${option('card')}<button>Pay with card</button>`)}
${form(view, 'pay', html`${option('bank')}<button>Pay by bank transfer</button>`)}
${form(view, 'pay', html`${option('declined')}<button>Simulate a declined payment</button>`)}
${form(view, 'cancel', html`<button class="link">No, thanks</button>`)}`,
  )

/** Pictures in place of buttons. */
const picturesPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`${form(view, 'pay', html`${option('card')}<input type="image" src="/pay.png" alt="Pay now" name="go">`)}
${form(view, 'pay', html`${option('declined')}<input type="image" src="/fail.png" alt="Fail the payment" name="go">`)}
${form(view, 'cancel', html`<input type="image" src="/cancel.png" alt="Cancel" name="go">`)}`,
  )

/** A card's number decides: the page has the usual fields, filled in nowhere. */
const cardPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Tarjeta',
    html`${form(
      view,
      'pay',
      html`${option('card')}
<label>Número de tarjeta <input name="cc-number" autocomplete="cc-number" inputmode="numeric" required></label>
<label>Caducidad <input name="exp" autocomplete="cc-exp" placeholder="MM/AA" required></label>
<label>CVV <input name="cvv" type="password" autocomplete="cc-csc" required></label>
<label><input type="checkbox" name="terms" required> Acepto las condiciones</label>
<button type="submit">Realizar el pago</button>`,
    )}
${form(view, 'cancel', html`<button type="submit">Volver a la tienda</button>`)}`,
  )

/** Refused where a field of the card form is empty: a page that is shown instead of the redirect. */
const cardNeeded = (server: FastifyInstance): void => {
  server.addHook('preHandler', async ({ body }, reply) => {
    if (!(body instanceof URLSearchParams) || body.get('action') !== 'pay') return undefined
    const isWhole = /^\d{12,19}$/.test(body.get('cc-number') ?? '') && body.has('exp') && body.get('terms') === 'on'
    return isWhole ? undefined : reply.code(422).type('text/html').send('<!doctype html><h1>Faltan datos</h1>')
  })
}

/** The reference's words are nowhere; the radio buttons stand outside of their form. */
const outsidePage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Paiement',
    html`<div role="radiogroup">${view.options.map(
      ({ id, succeeds }) =>
        html`<input type="radio" form="f" id="o-${id}" name="option" value="${id}"><label for="o-${id}">${
          succeeds ? `Moyen ${id}` : 'Carte refusée'
        }</label>`,
    )}</div>
<form id="f" method="post"><input type="hidden" name="token" value="${view.token}"></form>
<button form="f" name="action" value="pay" formaction="${view.path}">Régler ${view.session.order.amount}</button>
<button form="f" name="action" value="cancel" formaction="${view.path}" formnovalidate>Annuler</button>`,
  )

const linkToCancel: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`${form(view, 'pay', html`${option('card')}<button>Place order</button>`)}
<a href="${view.session.urls.cancelled}">Cancel and return to the shop</a>`,
  )

const continuePage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`<!--later-->${form(view, 'pay', html`${select(view)}<button>Pay</button>`)}<!--later-->
${form(view, 'cancel', html`<button>Cancel</button>`)}`,
  )

/** The first page shows the order, the second one takes the money. */
const linkedSteps = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ method, url }, _reply, payload) => {
    const isFirst = method === 'GET' && url.includes('/checkout/') && !url.includes('?step=')
    if (!isFirst || typeof payload !== 'string') return payload
    const [before, , after] = payload.split('<!--later-->')
    return after === undefined ? payload : `${before}<a href="?step=payment">Continue to payment</a>${after}`
  })
}

/** What is chosen is shown once more, with another button, before anything happens. */
const reviewed = (server: FastifyInstance): void => {
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

/** Hosted pages of other words and another build; what they show and where they lead is the document's. */
export const pageVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'a list to choose from, in German',
    story: 'A gateway for shops in Austria.',
    policies: { checkoutPage: listPage },
  },
  {
    name: 'a button for each way to pay',
    story: 'One click less.',
    policies: { checkoutPage: buttonsPage },
  },
  {
    name: 'pictures to click on',
    story: 'A page of 2004 that nobody dares to touch.',
    policies: { checkoutPage: picturesPage },
  },
  {
    name: 'a card form, in Spanish',
    story: 'Cards are all it takes; which of them fail only the bank knows.',
    policies: { checkoutPage: cardPage },
    prepare: cardNeeded,
  },
  {
    name: 'radio buttons outside of the form, in French',
    story: 'A design system that lays controls out as it likes.',
    policies: { checkoutPage: outsidePage },
  },
  {
    name: 'a link to leave by',
    story: 'Who cancels just goes back to the shop.',
    policies: { checkoutPage: linkToCancel },
  },
  {
    name: 'two pages, linked',
    story: 'First the order, then the payment.',
    policies: { checkoutPage: continuePage },
    prepare: linkedSteps,
  },
  {
    name: 'everything is asked twice',
    story: 'Support had enough of customers who had only wanted to look.',
    prepare: reviewed,
  },
]
