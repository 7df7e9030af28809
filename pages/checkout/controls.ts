import { isPlainlyLabelled, type Purpose, refusesPlainly, speaksOfMeans } from '../document/control-intent.ts'
import {
  buttonsOf,
  type Control,
  click,
  controlsOf,
  formIn,
  isClickable,
  shareForm,
  textFieldsOf,
} from '../document/controls.ts'
import { typeOf } from '../document/dom.ts'
import { type Document, isSubmitter } from '../document/forms.ts'
import { isForCard, typedValue, unknownValue } from '../document/typed-value.ts'
import { enabledFirst, rankedBy } from '../walker/next-click.ts'

/** A page with its controls, and the limits of the target's pages. */
export type PaymentPage = Document & {
  controls: readonly Control[]
  /** Its buttons and links, including disabled buttons. */
  buttons: readonly Control[]
  /** Returns whether an address is outside the target's pages. */
  isBeyond: (url: URL) => boolean
  /** The address to which the merchant wants a customer to return after cancelling. */
  cancelled?: string | undefined
}

/** Returns a document as a checkout page, with the purpose of its controls. */
export const paymentPageOf = (
  document: Document,
  addresses: Pick<PaymentPage, 'isBeyond' | 'cancelled'>,
): PaymentPage => ({ ...document, ...addresses, controls: controlsOf(document), buttons: buttonsOf(document) })

/** Returns a predicate for controls with one of the purposes. */
export const isFor =
  (...purposes: Purpose[]) =>
  ({ intent }: Control): boolean =>
    purposes.includes(intent.purpose)

const urlOf = (page: PaymentPage, { element }: Control): string | undefined => click(page, { element, chosen: [] })?.url

/** Returns whether a click leads outside the target's pages, or nowhere. */
export const leadsBeyond = (page: PaymentPage, control: Control): boolean => {
  const url = urlOf(page, control)
  return url === undefined || !URL.canParse(url) || page.isBeyond(new URL(url))
}

/** Ranks how likely a control pays; 0: it does not. */
const payRank = (page: PaymentPage, control: Control): number => {
  const { role, intent } = control
  if (leadsBeyond(page, control)) return 0
  const hasForm = role === 'button' && formIn(page, control) !== undefined
  if (intent.purpose === 'pay') return (hasForm ? 10 : 6) + intent.weight
  if (intent.purpose === 'onward') return hasForm ? 8 : 4
  if (intent.purpose !== 'unknown') return 0
  if (isSubmitter(control.element) && takesPayment(page, control)) return unreadPayment
  const isMeans = speaksOfMeans(control.name) ? 1 : 0
  return hasForm ? unreadButton + isMeans : leadsBelow(page, control) ? unreadLink + isMeans : 0
}

/** The ranks of controls without known words: the button of a payment form, another button, a link. */
const unreadPayment = 7
const unreadButton = 5
const unreadLink = 2

/** Returns whether the form of a button is a payment form: it has card fields, or a choice of ways to pay. */
const takesPayment = (page: PaymentPage, button: Control): boolean =>
  hasCard(page, button) ||
  page.controls.filter(control => control.role === 'radio' && shareForm(page, control, button)).length > 1

/** Returns whether the form of a button has card fields. */
export const hasCard = (document: Document, button: Control): boolean =>
  textFieldsOf(document).some(field => isForCard(field.element) && shareForm(document, field, button))

/** Returns whether the words of a control that pays, fails or cancels may mean something else: a link named “declined” may lead to help. */
export const isDoubtful = (control: Control): boolean =>
  (control.intent.weight < 3 && isFor('pay', 'fail', 'cancel')(control)) ||
  (control.role === 'link' && isFor('fail')(control))

/** Returns whether a field is for a password or a PIN: it hides its text, and is not for the code of a card. */
export const isSecret = ({ element, name }: Control): boolean =>
  typeOf(element) === 'password' && !isForCard(element) && !/csc|cvc|cvv/i.test(name)

/** Returns the empty fields in a button's form that only the operator can fill in. */
export const unknownFields = (page: PaymentPage, button: Control): Control[] =>
  textFieldsOf(page).filter(
    field =>
      shareForm(page, field, button) &&
      !field.element.attribs.value &&
      (isSecret(field) || typedValue(field.element) === unknownValue),
  )

/** Returns whether a link leads to a page below the current one, such as `/checkout/…/card`. */
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
  rankedBy(enabledFirst(page.buttons), control => payRank(page, control))
    .map(ranked => ({ ...ranked, asked: unknownFields(page, ranked.control).length }))
    .sort((a, b) => b.rank - a.rank || a.asked - b.asked)

/** Returns the buttons and links that pay or lead to a payment, best first. */
export const payControls = (page: PaymentPage): Control[] => rankedToPay(page).map(({ control }) => control)

/** Returns whether it is unclear which of several buttons or links pays. */
export const isAmbiguous = (page: PaymentPage): boolean => {
  const [best, second] = rankedToPay(page)
  const unread = [unreadPayment, unreadButton, unreadLink]
  return best !== undefined && best.rank === second?.rank && unread.includes(best.rank)
}

/** Returns the options and buttons that make a payment fail. */
export const failControls = (page: PaymentPage): Control[] => page.controls.filter(isFor('fail'))

/**
 * Returns the buttons and links that cancel, or refuse to pay, the most likely first: those beside the button that pays precede those that
 * may cancel something else, such as a voucher.
 */
export const cancelControls = (page: PaymentPage): Control[] => {
  const [pay] = payControls(page)
  const isBeside = (control: Control) => pay !== undefined && pay !== control && shareForm(page, control, pay)
  const rank = (control: Control): number => {
    if (leadsToCancelled(page, control)) return 7
    const beside = control.role === 'button' && isBeside(control) ? 4 : 0
    if (control.intent.purpose === 'cancel') return control.intent.weight + beside
    return beside > 0 && refusesPlainly(control.name) ? 1 : 0
  }
  return rankedBy(enabledFirst(page.buttons), rank).map(({ control }) => control)
}

/** Returns whether a control that plainly cancels is likelier to do so than anything else on the page. */
export const cancelsForSure = (page: PaymentPage, control: Control): boolean => {
  const isUnlikely = ({ intent }: Control) => intent.purpose === 'cancel' && intent.weight === 1
  const others = [...cancelControls(page), ...unknownControls(page)].filter(other => other !== control)
  return others.every(other => isUnlikely(other) || leadsToCancelled(page, other))
}

const leadsToCancelled = (page: PaymentPage, control: Control): boolean =>
  page.cancelled !== undefined && urlOf(page, control) === page.cancelled

/** Returns the only button besides that of a payment form, if neither has known words: the one that does not pay cancels. */
export const otherOfPair = (page: PaymentPage): Control | undefined => {
  const [best] = rankedToPay(page)
  const others = page.buttons.filter(isFor('unknown')).filter(control => control !== best?.control)
  const [other, ...more] = others.filter(control => control.role === 'button' && !leadsBeyond(page, control))
  return best?.rank === unreadPayment && !isAmbiguous(page) && more.length === 0 ? other : undefined
}

/** Returns the buttons and links of unknown or doubtful purpose, one of which may be the missing control. */
export const unknownControls = (page: PaymentPage): Control[] => {
  const [best] = payControls(page)
  return page.controls
    .filter(isClickable)
    .filter(control => !isPlainlyLabelled(control.intent) || isDoubtful(control))
    .filter(control => control !== best && !(control.role === 'link' && leadsBeyond(page, control)))
}
