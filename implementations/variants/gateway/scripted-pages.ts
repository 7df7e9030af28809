import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { html } from '../../../reference/service/html.ts'
import { askBankInScript, bankHost } from '../../support/payment-ways.ts'
import type { Variant } from '../variant.ts'
import { bankSettings } from './payment-ways.ts'
import { cardSteps, framedCard, typedCard } from './support/card-fields.ts'
import { bareForm, radioButtons, scriptedButtons, scriptedPage } from './support/scripted-pages.ts'

const sentByScript = scriptedPage(
  view => html`${bareForm(view, radioButtons(view))}${scriptedButtons}`,
  `
const [form] = document.forms
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => {
    form.elements.namedItem('action').value = button.value
    form.submit()
  })
`,
)

/** What the markup sends pays, with no option: a script fills in what was chosen, and whether the customer cancels. */
const filledInByScript = scriptedPage(
  ({
    path,
    token,
    options,
  }) => html`<form method="post" action="${path}"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="action" value="pay"><input type="hidden" name="option" value="">
<div role="radiogroup" aria-label="Pay with">${options.map(
    ({ id, label }) => html`<button type="button" role="radio" aria-checked="false" value="${id}">${label}</button>`,
  )}</div>${scriptedButtons}</form>`,
  `
const [form] = document.forms
const radios = [...document.querySelectorAll('[role=radio]')]
for (const radio of radios)
  radio.addEventListener('click', () => {
    for (const other of radios) other.ariaChecked = String(other === radio)
    form.elements.namedItem('option').value = radio.value
  })
const [pay, cancel] = form.querySelectorAll('form > button')
pay.addEventListener('click', () => form.submit())
cancel.addEventListener('click', () => {
  form.elements.namedItem('action').value = 'cancel'
  form.submit()
})
`,
)

const inShadow = scriptedPage(
  view => html`<pay-box><template><form method="post" action="${view.path}">
<input type="hidden" name="token" value="${view.token}">${radioButtons(view)}
<button name="action" value="pay">Pay now</button> <button name="action" value="cancel">Cancel</button></form></template></pay-box>`,
  `
customElements.define('pay-box', class extends HTMLElement {
  connectedCallback() {
    const { content } = this.querySelector('template')
    new IntersectionObserver(([{ isIntersecting }], observer) => {
      if (!isIntersecting) return
      observer.disconnect()
      this.attachShadow({ mode: 'open' }).append(content)
    }).observe(this)
  }
})
`,
)

/** Hosted pages that only a browser can use. */
export const scriptedCheckoutVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'a form that a script sends',
    story: 'The buttons of the design system are not submit buttons.',
    policies: sentByScript,
  },
  {
    name: 'a form that a script fills in',
    story: 'The component library makes radio buttons of buttons, and hidden fields hold what they choose.',
    policies: filledInByScript,
  },
  {
    name: 'a card number that has to be typed',
    story: 'The field groups the digits, and the number never reaches the server of the shop.',
    ...typedCard,
    settings: { pages: { checkout: cardSteps } },
  },
  {
    name: 'a bank in script, at an origin of its own',
    story: '3-D Secure: the page of the bank is an application.',
    prepare: askBankInScript,
    settings: bankSettings,
  },
  {
    name: 'a form in shadow DOM',
    story: 'The payment box is a web component that shops also embed, drawn once it is visible.',
    policies: inShadow,
  },
  {
    name: 'a card number in a frame of another origin',
    story: 'The card schemes want it there.',
    ...framedCard,
    settings: baseUrl => ({ pages: { checkout: { ...cardSteps, origins: [baseUrl.replace('127.0.0.1', bankHost)] } } }),
  },
]
