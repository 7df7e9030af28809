import type { CheckoutView } from '../../../../reference/gateway/contract.ts'
import { type Html, html } from '../../../../reference/service/html.ts'

/** Writes a page without style: a title, the order and the controls. */
export const plainPage = (view: CheckoutView, title: string, controls: Html): string =>
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

/** The hidden fields of a form for one action. */
const hiddenFields = ({ token }: CheckoutView, action: Action): Html =>
  html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="action" value="${action}">`

export const formFor = (view: CheckoutView, action: Action, inside: Html): Html =>
  html`<form method="post" action="${view.path}">${hiddenFields(view, action)}${inside}</form>`

export const optionField = (id: string): Html => html`<input type="hidden" name="option" value="${id}">`

export const optionList = ({ options }: CheckoutView): Html =>
  html`<label>Zahlungsart <select name="option" required><option value="">Bitte wählen …</option>${options.map(
    ({ id, succeeds }) => html`<option value="${id}">${succeeds ? `Karte (${id})` : 'Abgelehnte Karte'}</option>`,
  )}</select></label>`
