import { markOf, type PlannedClick } from './click-through.ts'
import { type Control, click, isClickable } from './controls.ts'
import type { Element } from './dom.ts'
import { findControl, type HintStep } from './hints.ts'
import {
  cancelControls,
  failControls,
  isFor,
  leadsBeyond,
  type PaymentPage,
  payControls,
  shareForm,
} from './payment-controls.ts'
import { withDefaults } from './payment-options.ts'

/** What a customer wants of the hosted page. */
export type Goal = 'pay' | 'fail' | 'cancel'

/** A goal, and the steps of its hint that are not taken yet. */
export type PendingGoal = { goal: Goal; hint: readonly HintStep[] }

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
export const nextPaymentClick = (page: PaymentPage, { goal, hint }: PendingGoal): PaymentClick | undefined =>
  hintedClick(page, goal, hint) ?? guessedClick(page, goal)

/** Returns the click that confirms a cancel, on a page that asks whether it was meant. */
export const cancelConfirmation = (page: PaymentPage, { goal, hint }: PendingGoal): PaymentClick | undefined =>
  hintedClick(page, goal, hint) ?? guessedCancel(page) ?? guessedConfirmation(page)

type ClickOptions = { chosen?: readonly Element[]; usedSteps?: number; failing?: boolean }

/** Plans a click, with what the customer chooses anyway; `undefined` if it sends nothing over HTTP. */
const plan = (
  page: PaymentPage,
  control: Control,
  { chosen = [], usedSteps = 0, failing = false }: ClickOptions = {},
): PaymentClick | undefined => {
  const submission = click(page, { element: control.element, chosen: withDefaults(page, control, chosen) })
  if (submission === undefined || !/^https?:/.test(submission.url)) return undefined
  return { submission, mark: markOf(submission, control.name), usedSteps, failing }
}

/** Returns the click by the hint; `undefined` if the first control in the hint is not on the page. */
const hintedClick = (page: PaymentPage, goal: Goal, steps: readonly HintStep[]): PaymentClick | undefined => {
  const chosen: Element[] = []
  const failing = goal === 'fail'
  for (const [index, step] of steps.entries()) {
    const control = findControl(page.controls, step)
    if (control === undefined) break
    const usedSteps = index + 1
    if (isClickable(control)) return plan(page, control, { chosen, usedSteps, failing })
    chosen.push(control.element)
    if (usedSteps < steps.length) continue
    const button = payControls(page).find(candidate => shareForm(page, candidate, control))
    return button && plan(page, button, { chosen, usedSteps, failing })
  }
  return undefined
}

const guessedClick = (page: PaymentPage, goal: Goal): PaymentClick | undefined => {
  if (goal === 'cancel') return guessedCancel(page)
  return goal === 'fail' ? guessedFailure(page) : guessedPayment(page)
}

const guessedPayment = (page: PaymentPage): PaymentClick | undefined => {
  const [button] = payControls(page)
  return button && plan(page, button)
}

const guessedFailure = (page: PaymentPage): PaymentClick | undefined => {
  for (const control of failControls(page)) {
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
