import { textFieldsOf } from '../document/controls.ts'
import { closest } from '../document/dom.ts'
import { isLive } from '../document/live-document.ts'
import { describeControls, obstacleOf } from '../visit/obstacles.ts'
import { describePage } from '../visit/page-visit.ts'
import { isDoubtful, isFor, type PaymentPage } from './controls.ts'
import type { PaymentClick } from './navigation.ts'

/** Matches controls that reveal more of a page, or are used by more than a press. */
const disclosing = [
  '[aria-expanded="false" i]',
  '[aria-haspopup]:not([aria-haspopup="false" i])',
  '[popovertarget], [commandfor]',
  '[role="tab" i][aria-selected="false" i]',
  'input[type="range" i], [role="slider" i]',
].join(', ')

/** Returns whether a live page has a scripted button whose effect follows neither from its words nor from a form. */
const hasUnreadButton = (page: PaymentPage): boolean =>
  isLive(page.$) &&
  page.buttons
    .filter(isFor('unknown'))
    .some(({ role, element }) => role === 'button' && closest(element, 'form') === undefined)

/** Returns whether a page may come before the hosted page, such as the first page of a login: none of its plain words is about paying. */
const mayComeBefore = (page: PaymentPage, payment: PaymentClick | undefined): boolean => {
  const isPayment = payment !== undefined && isFor('pay')(payment.control) && !isDoubtful(payment.control)
  if (isPayment || (payment?.usedSteps ?? 0) > 0) return false
  const buttons = page.buttons.filter(({ role }) => role === 'button')
  return buttons.some(button => !isFor('cancel')(button)) || textFieldsOf(page).length > 0
}

/**
 * Returns the message that a page may have more content than was read, such as what it seems to lack, with the remedy. `payment`: the click
 * that pays on it.
 */
export const unseenOn = (page: PaymentPage, payment: PaymentClick | undefined): string | undefined => {
  if (mayComeBefore(page, payment))
    return obstacleOf(
      `it is unclear whether this is the hosted page, or a login or another page before it: ${describeControls(page)}`,
      'name the steps that lead to it in pages.checkout.login of the config, such as ["text:E-mail=a@b.example", "button:Next"], or those that pay in pages.checkout.pay',
    )
  return page.$(disclosing).length > 0 || hasUnreadButton(page)
    ? obstacleOf(
        `the page ${describePage(page)} has a control that may show more of it, which is not used: ${describeControls(page)}`,
        'serve this run a page that shows all at once, or set pages.checkout.driver of the config to "person", and look',
      )
    : undefined
}
