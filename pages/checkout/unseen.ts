import { brief } from '../../harness/outcome.ts'
import { isPlainlyLabelled } from '../document/control-intent.ts'
import { type Control, textFieldsOf } from '../document/controls.ts'
import { unplainIn } from '../document/plain-page.ts'
import { describeControls, obstacleOf } from '../visit/obstacles.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import { isDoubtful, isFor, leadsBeyond, type PaymentPage } from './controls.ts'
import type { PaymentClick } from './navigation.ts'

/** Returns a button or link of a page that no plain words explain, except one that leads to another site. */
const unreadOn = (page: PaymentPage): Control | undefined =>
  page.buttons.find(
    control => !isPlainlyLabelled(control.intent) && !(control.role === 'link' && leadsBeyond(page, control)),
  )

/** Returns whether a page may come before the hosted page, such as the first page of a login: none of its plain words is about paying. */
const mayComeBefore = (page: PaymentPage, payment: PaymentClick | undefined): boolean => {
  const { control, usedSteps = 0 } = payment ?? {}
  // A link leads to another page, even if it is named “Pay with card”.
  const pays = control?.role === 'button' && isFor('pay')(control) && !isDoubtful(control)
  if (pays || usedSteps > 0) return false
  const buttons = page.buttons.filter(({ role }) => role === 'button')
  return control !== undefined || buttons.some(button => !isFor('cancel')(button)) || textFieldsOf(page).length > 0
}

/**
 * Returns the message that a page may have more content than was read, such as what it seems to lack, with the remedy. `payment`: the click
 * that pays on it.
 */
export const unseenOn = (
  page: PaymentPage,
  visit: PageVisit,
  payment: PaymentClick | undefined,
): string | undefined => {
  if (mayComeBefore(page, payment))
    return obstacleOf(
      `it is unclear whether this is the hosted page, or a login or another page before it: ${describeControls(page)}`,
      'name the steps that lead to it under pages.checkout.login in the config, such as ["text:E-mail=a@b.example", "button:Next"], or those that pay in pages.checkout.pay',
    )
  const unread = unreadOn(page)
  const what =
    unplainIn(visit) ?? (unread && `the ${unread.role} “${brief(unread.name, 60)}”, which no plain words explain`)
  return what && obstacleOf(`the page ${describePage(page)} may show or offer more, since it has ${what}`, aPlainPage)
}

const aPlainPage =
  'name what pays and cancels under pages.checkout.pay and pages.checkout.cancel in the config; or serve this run a page of plain text and forms; or set pages.checkout.driver to "person", and look'
