import { type Purpose, plain, words } from '../document/control-intent.ts'
import { type Control, click, controlsOf, isClickable } from '../document/controls.ts'
import { closest, type Element } from '../document/dom.ts'
import { type Document, formOf } from '../document/forms.ts'

/** A page with its controls, and which addresses are not the target's. */
export type PaymentPage = Document & {
  controls: readonly Control[]
  /** Returns whether an address is beyond the target's pages. */
  isBeyond: (url: URL) => boolean
  /** Where the merchant wants the customer after a cancel. */
  cancelled?: string | undefined
}

/** Returns a document as a page of the checkout, with what its controls are for. */
export const paymentPageOf = (
  document: Document,
  addresses: Pick<PaymentPage, 'isBeyond' | 'cancelled'>,
): PaymentPage => ({ ...document, ...addresses, controls: controlsOf(document) })

/** Returns a predicate for controls with one of the purposes. */
export const isFor =
  (...purposes: Purpose[]) =>
  ({ intent }: Control): boolean =>
    purposes.includes(intent.purpose)

/** Returns the form that a control or a list's option belongs to. */
export const formIn = ({ $ }: Document, { role, element }: Control): Element | undefined => {
  const owner = role === 'option' ? closest(element, 'select') : element
  return owner && formOf($, owner)
}

/** Tells whether two controls belong to the same form. */
export const shareForm = (page: PaymentPage, a: Control, b: Control): boolean => formIn(page, a) === formIn(page, b)

const urlOf = (page: PaymentPage, { element }: Control): string | undefined => click(page, { element, chosen: [] })?.url

/** Returns whether a click leads beyond the target's pages, or nowhere. */
export const leadsBeyond = (page: PaymentPage, control: Control): boolean => {
  const url = urlOf(page, control)
  return url === undefined || !URL.canParse(url) || page.isBeyond(new URL(url))
}

/** Ranks how well a control serves to pay; 0: not at all. */
const payRank = (page: PaymentPage, control: Control): number => {
  const { role, intent } = control
  if (!isClickable(control) || leadsBeyond(page, control)) return 0
  const hasForm = formIn(page, control) !== undefined
  if (intent.purpose === 'pay') return (hasForm ? 10 : 6) + intent.weight
  if (intent.purpose === 'onward') return hasForm ? 8 : 4
  if (intent.purpose !== 'unknown') return 0
  const isMeans = meansOfPayment.test(plain(control.name)) ? 1 : 0
  return hasForm && role === 'button' ? unreadButton + isMeans : leadsBelow(page, control) ? unreadLink + isMeans : 0
}

/** The ranks of a button and of a link that nothing tells about. */
const unreadButton = 5
const unreadLink = 2

const meansOfPayment = words(
  `card, cards, credit, debit, visa, mastercard, amex, maestro, bank, transfer, sepa, ideal, paypal, klarna, wallet, apple, google,
  karte, kreditkarte, uberweisung, lastschrift, carte, virement, tarjeta, transferencia, bizum, carta, bonifico, kaart, cartao`,
)

/** Returns whether a link leads to a page below the present one, such as `/checkout/…/card`. */
const leadsBelow = (page: PaymentPage, control: Control): boolean => {
  const url = urlOf(page, control)
  if (url === undefined) return false
  const here = new URL(page.url)
  const { pathname, search } = new URL(url)
  return (
    pathname.startsWith(`${here.pathname.replace(/\/$/, '')}/`) ||
    (pathname === here.pathname && search !== here.search && search !== '')
  )
}

const rankedToPay = (page: PaymentPage) =>
  page.controls
    .map(control => ({ control, rank: payRank(page, control) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)

/** Returns the buttons and links that pay, or lead on to paying, the best first. */
export const payControls = (page: PaymentPage): Control[] => rankedToPay(page).map(({ control }) => control)

/** Returns whether nothing tells which of several buttons or links pays. */
export const isAmbiguous = (page: PaymentPage): boolean => {
  const [best, second] = rankedToPay(page)
  return best !== undefined && best.rank === second?.rank && [unreadButton, unreadLink].includes(best.rank)
}

/** Returns the options and buttons that make a payment fail. */
export const failControls = (page: PaymentPage): Control[] => page.controls.filter(isFor('fail'))

/** Returns the buttons and links that cancel, the surest first. */
export const cancelControls = (page: PaymentPage): Control[] => {
  const weight = (control: Control) =>
    leadsToCancelled(page, control) ? 4 : control.intent.purpose === 'cancel' ? control.intent.weight : 0
  return page.controls
    .filter(isClickable)
    .filter(control => weight(control) > 0)
    .sort((a, b) => weight(b) - weight(a))
}

const leadsToCancelled = (page: PaymentPage, control: Control): boolean =>
  page.cancelled !== undefined && urlOf(page, control) === page.cancelled

/** Returns the buttons and links of unknown purpose, one of which may be the control that is missing. */
export const unknownControls = (page: PaymentPage): Control[] => {
  const [best] = payControls(page)
  return page.controls
    .filter(isClickable)
    .filter(isFor('unknown'))
    .filter(control => control !== best && !(control.role === 'link' && leadsBeyond(page, control)))
}
