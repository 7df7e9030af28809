import type { OrderItem } from '../../../schemas/messages.ts'
import type { Money } from '../../every-role/wire-format/values.ts'
import { foreign, type Html, html } from '../../service/html.ts'
import { page } from '../../service/page.ts'
import type { CheckoutView, PaymentOption } from '../contract.ts'
import type { Session } from '../records.ts'

const amountOf = ({ amount, currency }: Money): Html => html`<p class="amount">${amount}<small>${currency}</small></p>`

const row = ({ name, quantity, price }: OrderItem): Html =>
  html`<tr><td>${foreign(name)}</td><td>${quantity}</td><td>${price}</td></tr>
`

const itemsTable = (items: readonly OrderItem[]): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<table>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>
${items.map(row)}</tbody>
</table>`

const choice = ({ id, label, hint }: PaymentOption, at: number): Html =>
  html`<label class="option"><input type="radio" name="option" value="${id}"${at === 0 ? html` checked` : undefined}>
<span><b>${label}</b><small>${hint}</small></span></label>
`

const initial = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase()

const payee = (name: string): Html => html`<header class="payee">
<span class="mark" aria-hidden="true">${initial(name)}</span>
<div><p>You pay</p><h1>${foreign(name)}</h1></div>
</header>`

const form = ({
  session: { order },
  options,
  path,
  token,
}: CheckoutView): Html => html`<form method="post" action="${path}">
<input type="hidden" name="token" value="${token}">
<fieldset>
<legend>Pay with</legend>
${options.map(choice)}</fieldset>
<div class="actions">
<button name="action" value="pay">Pay ${order.amount} ${order.currency}</button>
<button class="quiet" name="action" value="cancel">Cancel</button>
</div>
</form>`

/**
 * Writes the hosted page: items, amount and merchant's name, the payment options, a way to cancel. Text from the order is
 * escaped. Clauses: PAGE-01, PAGE-02, PAGE-09.
 */
export const checkoutPage = (view: CheckoutView): string => {
  const { order } = view.session
  const memo = order.memo && html`<p class="memo">${foreign(order.memo)}</p>`
  return page(
    `Pay ${view.merchantName}`,
    html`<div class="card">
${payee(view.merchantName)}
<section aria-label="Your order">
${amountOf(order)}
${memo}
${itemsTable(order.items ?? [])}
</section>
${form(view)}
</div>
<p class="fine">This is a sandbox: no real money moves.</p>`,
  )
}

/** Writes the page for a customer who returns to a paid session. Clause: PAGE-11. */
export const paidPage = ({ order, urls }: Session, merchantName: string): string =>
  page(
    'Paid',
    html`<section class="card notice">
<h1>Paid</h1>
${amountOf(order)}
<p>${foreign(merchantName)} has been paid. There is nothing left to do here.</p>
<p><a class="button" href="${urls.completed}">Back to the shop</a></p>
</section>`,
  )
