import type { CheckoutView } from '../../../../reference/gateway/contract.ts'
import { type Html, html } from '../../../../reference/service/html.ts'
import { pageHeaders } from '../../../../reference/service/page.ts'
import { allowScript, scriptTag } from '../../../support/scripts.ts'
import { plainPage } from './hosted-page.ts'

/** Writes a page whose script needs the page's address and token, and reads them from the first form. */
export const scriptedPage = (controls: (view: CheckoutView) => Html, script: string) => ({
  checkoutPage: (view: CheckoutView): string =>
    plainPage(view, 'Checkout', html`${controls(view)}${scriptTag(script)}`),
  pageHeaders: allowScript(pageHeaders, script),
})

/** A form without a button: its script fills in the action and submits it. */
export const bareForm = ({ path, token }: CheckoutView, inside: Html = html``): Html =>
  html`<form method="post" action="${path}"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="action" value="">${inside}</form>`

export const radioButtons = ({ options }: CheckoutView): Html =>
  html`<fieldset><legend>Pay with</legend>${options.map(
    ({ id, label }, at) =>
      html`<label><input type="radio" name="option" value="${id}"${at === 0 ? html` checked` : undefined}> ${label}</label>`,
  )}</fieldset>`

export const scriptedButtons: Html = html`<button type="button" value="pay">Pay now</button>
<button type="button" value="cancel">Cancel</button>`
