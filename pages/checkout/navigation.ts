import { speaksOfPaying } from '../document/control-intent.ts'
import { type Control, isClickable, shareForm } from '../document/controls.ts'
import type { Element } from '../document/dom.ts'
import { describeStep, type Step } from '../document/steps.ts'
import { describeControls, obstacleOf } from '../visit/obstacles.ts'
import { nameOneOf } from '../walker/give-up.ts'
import { type Filling, hintedOn, type PlannedClick, planClick } from '../walker/next-click.ts'
import {
  cancelControls,
  failControls,
  isAmbiguous,
  isFor,
  leadsBeyond,
  otherOfPair,
  type PaymentPage,
  payControls,
} from './controls.ts'
import { type Guess, guessOf, guessOfConfirmation } from './guesses.ts'
import { otherOption, withDefaults } from './options.ts'

/** A customer's goal on the hosted page. */
export type Goal = 'pay' | 'fail' | 'cancel'

/**
 * A goal, and its remaining configured steps. `isChanged`: the submission is deliberately wrong, so the page may return; `isOther`: pay by
 * a different option than usual; `at`: the index of the cancelling control to use; `isFailing`: a failing option is already chosen.
 */
export type PendingGoal = {
  goal: Goal
  hint: readonly Step[]
  isChanged?: boolean
  isOther?: boolean
  at?: number
  isFailing?: boolean
}

/** A click toward a goal. */
export type PaymentClick = PlannedClick & {
  /** It makes the payment fail. */
  failing: boolean
  /** Set if the page does not clearly say what the click does. */
  guess?: Guess
}

/** The next click, or the obstacle to finding it; `undefined` if the page has none. */
type Next = PaymentClick | string | undefined

/** Returns the next click toward a goal: by the hint, else by the purpose of the controls. */
export const nextPaymentClick = (page: PaymentPage, pending: PendingGoal): Next =>
  hintedClick(page, pending) ?? guessedClick(page, pending)

/** Returns the click that confirms a cancel on the page `before`. */
export const cancelConfirmation = (page: PaymentPage, pending: PendingGoal, before: PaymentPage): Next =>
  hintedClick(page, pending) ?? guessedConfirmation(page, before) ?? guessedCancel(page)

type Choice = Filling & { chosen?: readonly Element[]; failing?: boolean }

/** Plans a click, with the customer's default choices; `undefined` if it sends nothing over HTTP. */
const plan = (
  page: PaymentPage,
  control: Control,
  { failing = false, ...choice }: Choice = {},
): PaymentClick | undefined => {
  const chosen = withDefaults(page, control, choice.chosen)
  const planned = planClick(page, control, { ...choice, chosen })
  const guess = guessOf(page, control, { ...choice, chosen })
  return planned && { ...planned, failing, ...(guess ? { guess } : {}) }
}

/** Returns the click by the configured steps; `undefined` if the page has no control for the first one. */
const hintedClick = (page: PaymentPage, { goal, hint }: PendingGoal): Next => {
  const { control, missing, ...filling } = hintedOn(page, hint, last =>
    payControls(page).find(candidate => shareForm(page, candidate, last)),
  )
  if (filling.usedSteps === 0) return undefined
  return control ? plan(page, control, { ...filling, failing: goal === 'fail' }) : withoutStep(page, goal, missing)
}

const withoutStep = (page: PaymentPage, goal: Goal, missing: Step | undefined): string =>
  obstacleOf(
    `${missing === undefined ? 'no button follows the last step' : `the page lacks ${describeStep(missing)}, or has several of that name,`} of pages.checkout.${goal}: ${describeControls(page)}`,
    `correct pages.checkout.${goal} in the config`,
  )

const guessedClick = (page: PaymentPage, pending: PendingGoal): Next => {
  if (pending.goal === 'cancel') return guessedCancel(page, pending.at)
  return pending.goal === 'fail' ? guessedFailure(page) : guessedPayment(page, pending)
}

const guessedPayment = (page: PaymentPage, { goal, hint, isChanged, isOther, isFailing }: PendingGoal): Next => {
  const [button] = (isFailing ? failingButtons(page) : []).concat(payControls(page))
  const otherPayment = isOther && button && otherwise(page, button)
  if (otherPayment) return otherPayment
  if (!isAmbiguous(page)) return button && plan(page, button)
  if (isChanged) return undefined
  return hint.length > 0 ? withoutStep(page, goal, hint[0]) : withoutChoice(page)
}

/** Returns the buttons that pay by a failing option in their name, such as "Pay with declined card". */
const failingButtons = (page: PaymentPage): Control[] =>
  failControls(page).filter(({ role, name }) => role === 'button' && speaksOfPaying(name))

/** Returns a click that pays by another option or button; `undefined` if the page has neither. */
const otherwise = (page: PaymentPage, button: Control): PaymentClick | undefined => {
  const option = otherOption(page, button)
  if (option !== undefined) return plan(page, button, { chosen: [option] })
  const other = payControls(page).find(control => control !== button && isFor('pay')(control))
  return other && plan(page, other)
}

const withoutChoice = (page: PaymentPage): string => {
  const unread = payControls(page).filter(isFor('unknown'))
  return obstacleOf(
    `it is unclear which of its buttons pays: ${describeControls(page)}`,
    nameOneOf({ pages: 'checkout', name: 'pay' }, unread, 'button:Pay now'),
  )
}

const guessedFailure = (page: PaymentPage): PaymentClick | undefined => {
  // An option in the payment form is more certain than a button, which may refuse something else.
  const mostCertain = failControls(page).toSorted(
    (a, b) => Number(isClickable(a)) - Number(isClickable(b)) || b.intent.weight - a.intent.weight,
  )
  for (const control of mostCertain) {
    if (isClickable(control)) {
      if (!leadsBeyond(page, control)) return plan(page, control, { failing: true })
      continue
    }
    const button = payControls(page).find(candidate => shareForm(page, candidate, control))
    if (button) return plan(page, button, { chosen: [control.element], failing: true })
  }
  const [button] = payControls(page)
  // The next page may have a failing option, but only a button that does not pay leads there.
  return button?.intent.purpose === 'onward' ? plan(page, button) : undefined
}

const guessedCancel = (page: PaymentPage, at = 0): PaymentClick | undefined => {
  const button = cancelControls(page)[at]
  if (button) return plan(page, button)
  const option = page.controls.find(control => !isClickable(control) && isFor('cancel')(control))
  const submitter = option && payControls(page).find(candidate => shareForm(page, candidate, option))
  const other = otherOfPair(page)
  if (option && submitter) return plan(page, submitter, { chosen: [option.element] })
  return other && plan(page, other)
}

/** Returns the click on a button that the page before lacked: one of the same name may dismiss the question, and another may go on paying. */
const guessedConfirmation = (page: PaymentPage, before: PaymentPage): PaymentClick | undefined => {
  const isNew = ({ role, name }: Control) => !before.buttons.some(known => known.role === role && known.name === name)
  const confirms = page.buttons
    .filter(isFor('pay', 'onward'))
    .filter(control => !speaksOfPaying(control.name) && !leadsBeyond(page, control))
  const [button] = [...cancelControls(page), ...confirms].filter(isNew)
  const others = [...cancelControls(page), ...confirms].filter(other => other !== button)
  if (button === undefined) return undefined
  const click = plan(page, button)
  if (click === undefined || others.length === 0) return click
  return { ...click, guess: guessOfConfirmation(cancelControls(before)[0], [button, ...others]) }
}
