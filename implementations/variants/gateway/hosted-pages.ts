import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { escapeHtml, html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { formFor, optionField, optionList, plainPage } from './support/hosted-page.ts'

const listPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Kasse',
    html`${formFor(view, 'pay', html`${optionList(view)}<input type="submit" value="Jetzt zahlungspflichtig bestellen">`)}
${formFor(view, 'cancel', html`<input type="submit" value="Abbrechen und zurück zum Shop">`)}`,
  )

/** Shows a button for each way to pay, and a cancel button that looks like a link. */
const buttonsPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`${formFor(view, 'pay', html`${optionField('card')}<button>Pay with card</button>`)}
${formFor(view, 'pay', html`${optionField('bank')}<button>Pay by bank transfer</button>`)}
${formFor(view, 'pay', html`${optionField('declined')}<button>Simulate a declined payment</button>`)}
${formFor(view, 'cancel', html`<button class="link">No, thanks</button>`)}`,
  )

/** Shows the minutes left on the pay button, so that it changes with each visit. */
const minutesPage = (): GatewayPolicies['checkoutPage'] => {
  let minutes = 1_000
  return view => {
    minutes -= 1
    return gatewayPolicies.checkoutPage(view).replace(/(value="pay">)[^<]*/, `$1Pay now, ${minutes} minutes left`)
  }
}

/** Has buttons that say more than their effect, and a link whose words resemble those for cancelling. */
const wordyPage: GatewayPolicies['checkoutPage'] = view =>
  gatewayPolicies
    .checkoutPage(view)
    .replace(/(value="pay">[^<]*)/, '$1 · free cancellation')
    .replace(/(value="cancel">)[^<]*/, '$1Back to the shop')
    .replace('</main>', () => `<a href="${view.path}?note=1">Leave a note for the merchant</a></main>`)

/** Asks as a wallet or a bank does. */
const approvalPage: GatewayPolicies['checkoutPage'] = view =>
  gatewayPolicies
    .checkoutPage(view)
    .replace(/(value="pay">)[^<]*/, '$1Approve')
    .replace(/(value="cancel">)[^<]*/, '$1Decline')

/** Has a form with its own cancel button, and a link about payments, before the order. */
const receiptPage: GatewayPolicies['checkoutPage'] = view =>
  gatewayPolicies
    .checkoutPage(view)
    .replace(/(value="cancel">)[^<]*/, '$1Back to the shop')
    .replace(
      '<main>',
      () => `<main><a href="${view.path}?terms=1">Payment terms</a><form action="${view.path}"><label>Receipt to
<input type="email" name="mail" value="a@b.example"></label><button>Save</button><button>Cancel</button></form>`,
    )

/** Shows in each row until when an item can be returned, but no quantity. */
const returnsPage: GatewayPolicies['checkoutPage'] = view =>
  gatewayPolicies
    .checkoutPage(view)
    .replaceAll(/<\/td><td>\d+<\/td>/g, ', with 1 year of warranty, returned within 7 days</td><td></td>')

/** Shows the number of each item in the catalogue, and no quantity. */
const catalogueNumbersPage: GatewayPolicies['checkoutPage'] = view =>
  gatewayPolicies
    .checkoutPage(view)
    .replace('>Quantity<', '>Item number<')
    .replaceAll(/<\/td><td>\d+<\/td>/g, '</td><td>40101</td>')

/** Cuts the names of the items to fit a narrow column. */
const narrowPage: GatewayPolicies['checkoutPage'] = view => {
  const items = view.session.order.items?.map(item => ({ ...item, name: cutToFit(item.name) }))
  const order = { ...view.session.order, ...(items && { items }) }
  return gatewayPolicies.checkoutPage({ ...view, session: { ...view.session, order } })
}

const cutToFit = (name: string): string => (name.length > 30 ? `${name.slice(0, 29)}…` : name)

/** Writes the amount with a raised point. */
const raisedPointPage: GatewayPolicies['checkoutPage'] = view =>
  gatewayPolicies.checkoutPage(view).replaceAll(/(class="amount">|value="pay">Pay )(\d+)\.(\d)/g, '$1$2·$3')

/** Shows images instead of buttons. */
const picturesPage: GatewayPolicies['checkoutPage'] = view =>
  plainPage(
    view,
    'Checkout',
    html`${formFor(view, 'pay', html`${optionField('card')}<input type="image" src="/pay.png" alt="Pay now" name="go">`)}
${formFor(view, 'pay', html`${optionField('declined')}<input type="image" src="/fail.png" alt="Fail the payment" name="go">`)}
${formFor(view, 'cancel', html`<input type="image" src="/cancel.png" alt="Cancel" name="go">`)}`,
  )

/** Shows radio buttons outside of their form, with wording other than the reference's. */
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

/** Renders Markdown links to the web, and leaves others as text. */
const linked = (text: string): string =>
  escapeHtml(text).replaceAll(/\[([^\]]*)\]\((https?:[^)\s]*)\)/g, '<a href="$2">$1</a>')

/** Shows the names of items again, in Markdown. */
const markdownPage: GatewayPolicies['checkoutPage'] = view => {
  const names = (view.session.order.items ?? []).map(({ name }) => `<p>${linked(name)}</p>`)
  return gatewayPolicies.checkoutPage(view).replace('</main>', () => `${names.join('')}</main>`)
}

/** Hosted pages with other wording and markup: the document fixes only their contents and where they lead. */
export const hostedPageVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'links of Markdown in the names of items',
    story: 'Merchants link their manuals; an address that is not on the web stays text.',
    policies: { checkoutPage: markdownPage },
  },
  {
    name: 'a list to choose from, in German',
    story: 'A gateway for shops in Austria.',
    policies: { checkoutPage: listPage },
  },
  {
    name: 'a button for each way to pay',
    story: 'It saves a click.',
    policies: { checkoutPage: buttonsPage },
  },
  {
    name: 'a button that says how many minutes are left',
    story: 'Customers should not lose the session while they get their money out.',
    policies: { checkoutPage: minutesPage() },
  },
  {
    name: 'buttons that say more than what they do',
    story: 'The shop can be left for free until the goods are sent, and the button that pays says so.',
    policies: { checkoutPage: wordyPage },
  },
  {
    name: 'a page to approve or decline',
    story: 'It is the wallet that asks, and nobody calls that cancelling.',
    policies: { checkoutPage: approvalPage },
  },
  {
    name: 'a form for the receipt before the payment',
    story: 'Its Cancel takes back what was typed, and nothing else.',
    policies: { checkoutPage: receiptPage },
  },
  {
    name: 'a warranty and no quantity beside each item',
    story: 'The shop has shown the quantities, and the law asks for the rest.',
    policies: { checkoutPage: returnsPage },
  },
  {
    name: 'an item number instead of the quantity',
    story: 'The shop has shown the quantities, and its customers know the numbers of the catalogue.',
    policies: { checkoutPage: catalogueNumbersPage },
  },
  {
    name: 'names of items cut to fit',
    story: 'The page is made for phones.',
    blocks: { 'PAGE-01': 'Only a person sees that a name was cut.' },
    policies: { checkoutPage: narrowPage },
  },
  {
    name: 'a raised point in the amount',
    story: 'An old house of the City writes money as it always has.',
    policies: { checkoutPage: raisedPointPage },
  },
  {
    name: 'pictures to click on',
    story: 'A page of 2004 that no one dares to touch.',
    policies: { checkoutPage: picturesPage },
  },
  {
    name: 'radio buttons outside of the form, in French',
    story: 'The design system places controls freely.',
    policies: { checkoutPage: outsidePage },
  },
]
