import { hasEmptyFields } from '../consent/proof.ts'
import { buttonsOf, type Control } from '../document/controls.ts'
import { isLive } from '../document/live-document.ts'
import { unplainIn } from '../document/plain-page.ts'
import { describeStep, type Step } from '../document/steps.ts'
import { waitObstacle } from '../visit/form-browser.ts'
import {
  describeControls,
  isScripted,
  needsScript,
  obstacleOf,
  originObstacle,
  scriptObstacle,
  sizeObstacle,
} from '../visit/obstacles.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import { withheldFrom } from '../visit/withheld.ts'
import type { PlannedClick } from '../walker/next-click.ts'
import type { Walk } from '../walker/walk.ts'
import type { Goal } from './navigation.ts'

type Landing = Pick<Walk<PlannedClick>, 'redirectedTo' | 'visit' | 'clickedOn'>

/** The customer's goal, its unused steps, and the addresses to which the merchant wants the customer to return. */
type Ends = { goal: Goal; unused?: readonly Step[]; completed?: string | undefined; cancelled?: string | undefined }

/** Returns the possible cause if an action did not lead to an address of the merchant. */
export const obstacleAfter = ({ redirectedTo, visit, clickedOn }: Landing, ends: Ends): string | undefined => {
  if (redirectedTo !== undefined)
    return isOfMerchant(redirectedTo, ends) ? undefined : originObstacle(redirectedTo, 'checkout')
  const scripted = clickedOn.find(isScripted)
  if (scripted !== undefined) return scriptObstacle(scripted, 'checkout')
  if (visit === undefined) return undefined
  if (visit.response.status === 200 && needsScript(visit)) return scriptObstacle(visit, 'checkout')
  const [missing] = ends.unused ?? []
  if (missing !== undefined) return stepObstacle(visit, ends.goal, missing)
  if (visit.response.status !== 200) return undefined
  return (
    sizeObstacle(visit) ??
    waitObstacle(visit) ??
    timerObstacle(visit, clickedOn) ??
    (ends.goal === 'pay' && clickedOn.length > 0 ? fieldsObstacle(visit) : undefined)
  )
}

/** Returns the message for an action that led nowhere from pages that were not read completely; `undefined` if they are plain. */
export const unreadObstacle = (clickedOn: readonly PageVisit[]): string | undefined => {
  for (const visit of clickedOn) {
    const unplain = unplainIn(visit)
    const obstacle =
      withheldFrom(visit.$) ??
      (unplain &&
        obstacleOf(
          `the page ${describePage(visit)} has ${unplain}, which is not read, and its controls lead nowhere`,
          'serve this run a page of plain text and forms, or set pages.checkout.driver in the config to "person"',
        ))
    if (obstacle !== undefined) return obstacle
  }
  return undefined
}

/** Returns the message for a page after a click that has a script but nothing to press: the script may continue after a delay. */
const timerObstacle = (visit: PageVisit, clickedOn: readonly PageVisit[]): string | undefined =>
  clickedOn.length > 0 && isLive(visit.$) && visit.$('script').length > 0 && buttonsOf(visit).every(isLink)
    ? obstacleOf(
        `the page ${describePage(visit)} has no button, and its script may lead on later than it is awaited`,
        'make it redirect within a second during this run',
      )
    : undefined

const isLink = ({ role }: Control): boolean => role === 'link'

/** Returns whether an address belongs to the merchant, or is not a web address. */
const isOfMerchant = (address: string, { completed, cancelled }: Ends): boolean => {
  if (!/^https?:/.test(address)) return true
  const origins = [completed, cancelled].map(url => URL.parse(url ?? '')?.origin)
  return origins.every(origin => origin === undefined) || origins.includes(new URL(address).origin)
}

const stepObstacle = (visit: PageVisit, goal: Goal, step: Step): string =>
  obstacleOf(
    `no page had ${describeStep(step)} of pages.checkout.${goal}, and at the end ${describeControls(visit)}`,
    `correct pages.checkout.${goal} in the config`,
  )

const fieldsObstacle = (visit: PageVisit): string | undefined =>
  hasEmptyFields(visit)
    ? obstacleOf(
        `the payment asks for more: ${describeControls(visit)}`,
        'name what to type and press under pages.checkout.pay in the config, such as ["text:Card number=4242424242424242", "button:Pay now"]',
      )
    : undefined
