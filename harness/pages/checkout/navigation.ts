import { blocked } from '../../outcome.ts'
import { speaksOfPaying } from '../document/control-intent.ts'
import { type Control, click, isClickable, textFieldsOf } from '../document/controls.ts'
import type { Element } from '../document/dom.ts'
import { isLive } from '../document/live-document.ts'
import { describeStep, type Step } from '../document/steps.ts'
import { stepsOnPage } from '../document/steps-on-page.ts'
import { markOf, type PlannedClick } from '../visit/click-through.ts'
import { describeControls, obstacleOf } from '../visit/obstacles.ts'
import {
  cancelControls,
  failControls,
  isAmbiguous,
  isFor,
  leadsBeyond,
  type PaymentPage,
  payControls,
  shareForm,
} from './controls.ts'
import { otherOption, withDefaults } from './options.ts'

/** What a customer wants of the hosted page. */
export type Goal = 'pay' | 'fail' | 'cancel'

/**
 * A goal, and its steps in the config that are not taken yet. `isChanged`: what is sent is wrong on purpose, so the page
 * may come again; `isOther`: to pay by another option than usually; `isFailing`: an option that fails is chosen already.
 */
export type PendingGoal = {
  goal: Goal
  hint: readonly Step[]
  isChanged?: boolean
  isOther?: boolean
  isFailing?: boolean
}

/** A click on the way to a goal. */
export type PaymentClick = PlannedClick & {
  /** Number of hint steps that it takes. */
  usedSteps: number
  /** It makes the payment fail. */
  failing: boolean
}

/**
 * Returns the next click toward a goal: by the hint, else by what the controls are for; `undefined` if the page has
 * none.
 */
export const nextPaymentClick = (page: PaymentPage, pending: PendingGoal): PaymentClick | undefined =>
  hintedClick(page, pending.goal, pending.hint) ?? guessedClick(page, pending)

/** Returns the click that confirms a cancel, on a page that asks whether it was meant. */
export const cancelConfirmation = (page: PaymentPage, { goal, hint }: PendingGoal): PaymentClick | undefined =>
  hintedClick(page, goal, hint) ?? guessedCancel(page) ?? guessedConfirmation(page)

type ClickOptions = {
  chosen?: readonly Element[]
  typed?: ReadonlyMap<Element, string>
  usedSteps?: number
  failing?: boolean
}

/** Plans a click, with what the customer chooses anyway; `undefined` if it sends nothing over HTTP. */
const plan = (
  page: PaymentPage,
  control: Control,
  { chosen = [], typed, usedSteps = 0, failing = false }: ClickOptions = {},
): PaymentClick | undefined => {
  const submission = click(page, { element: control.element, chosen: withDefaults(page, control, chosen), typed })
  if (submission === undefined || !/^https?:/.test(submission.url)) return undefined
  return { submission, mark: markOf(submission, control.name), usedSteps, failing }
}

/** Returns the click by the steps of the config; `undefined` if the page has no control for the first of them. */
const hintedClick = (page: PaymentPage, goal: Goal, steps: readonly Step[]): PaymentClick | undefined => {
  const { chosen, typed, clicked, last, used } = stepsOnPage([...page.controls, ...textFieldsOf(page)], steps)
  if (used === 0) return undefined
  const options = { chosen, typed, usedSteps: used, failing: goal === 'fail' }
  if (clicked !== undefined) return plan(page, clicked, options)
  // A button may be disabled until its fields are filled in: a browser fills them in and looks again.
  if (last !== undefined && isLive(page.$) && steps.length > used) return plan(page, last, options)
  const button = payControls(page).find(candidate => last !== undefined && shareForm(page, candidate, last))
  return button === undefined ? endWithoutStep(page, goal, steps.slice(used)) : plan(page, button, options)
}

const endWithoutStep = (page: PaymentPage, goal: Goal, [missing]: readonly Step[]): never =>
  blocked(
    obstacleOf(
      `${missing === undefined ? 'no button follows the last step' : `the page lacks ${describeStep(missing)}, or has several of that name,`} of pages.checkout.${goal}: ${describeControls(page)}`,
      `correct pages.checkout.${goal} of the config`,
    ),
  )

const guessedClick = (page: PaymentPage, pending: PendingGoal): PaymentClick | undefined => {
  if (pending.goal === 'cancel') return guessedCancel(page)
  return pending.goal === 'fail' ? guessedFailure(page) : guessedPayment(page, pending)
}

const guessedPayment = (
  page: PaymentPage,
  { goal, hint, isChanged, isOther, isFailing }: PendingGoal,
): PaymentClick | undefined => {
  const [button] = (isFailing ? failingButtons(page) : []).concat(payControls(page))
  const otherPayment = isOther && button && otherwise(page, button)
  if (otherPayment) return otherPayment
  if (!isAmbiguous(page)) return button && plan(page, button)
  if (isChanged) return undefined
  return hint.length > 0 ? endWithoutStep(page, goal, hint) : endWithoutChoice(page)
}

/** Returns the buttons that name the failing option which they pay by, such as "Pay with declined card". */
const failingButtons = (page: PaymentPage): Control[] =>
  failControls(page).filter(({ role, name }) => role === 'button' && speaksOfPaying(name))

/** Returns a click that pays by another option, or with another button; `undefined` if the page has neither. */
const otherwise = (page: PaymentPage, button: Control): PaymentClick | undefined => {
  const option = otherOption(page, button)
  if (option !== undefined) return plan(page, button, { chosen: [option] })
  const other = payControls(page).find(control => control !== button && isFor('pay')(control))
  return other && plan(page, other)
}

const endWithoutChoice = (page: PaymentPage): never =>
  blocked(
    obstacleOf(
      `nothing shows which of its buttons pays: ${describeControls(page)}`,
      'name it in pages.checkout.pay of the config, such as "button:Pay now"',
    ),
  )

const guessedFailure = (page: PaymentPage): PaymentClick | undefined => {
  // An option in the form of the payment is surer than a button, which may refuse something else.
  for (const control of failControls(page).toSorted((a, b) => Number(isClickable(a)) - Number(isClickable(b)))) {
    if (isClickable(control)) {
      if (!leadsBeyond(page, control)) return plan(page, control, { failing: true })
      continue
    }
    const button = payControls(page).find(candidate => shareForm(page, candidate, control))
    if (button) return plan(page, button, { chosen: [control.element], failing: true })
  }
  const [button] = payControls(page)
  // Looks for an option that fails on the next page only if the button leads on without paying.
  return button?.intent.purpose === 'onward' ? plan(page, button) : undefined
}

const guessedCancel = (page: PaymentPage): PaymentClick | undefined => {
  const [button] = cancelControls(page)
  if (button) return plan(page, button)
  const option = page.controls.find(control => !isClickable(control) && isFor('cancel')(control))
  const submitter = option && payControls(page).find(candidate => shareForm(page, candidate, option))
  return option && submitter && plan(page, submitter, { chosen: [option.element] })
}

const guessedConfirmation = (page: PaymentPage): PaymentClick | undefined => {
  const button = page.controls
    .filter(isClickable)
    .filter(isFor('pay', 'onward'))
    .find(control => !leadsBeyond(page, control))
  return button && plan(page, button)
}
