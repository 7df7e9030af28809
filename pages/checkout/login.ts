import type { PageRun } from '../../harness/pages.ts'
import { paysAtOnce } from '../document/control-intent.ts'
import { buttonsOf, type Control, formIn, shareForm, textFieldsOf } from '../document/controls.ts'
import type { Document } from '../document/forms.ts'
import { type Step, stepsOf } from '../document/steps.ts'
import type { Browser, NavigationResult } from '../visit/form-browser.ts'
import { hintedOn, planClick, stepsLeft } from '../walker/next-click.ts'
import { walk } from '../walker/walk.ts'
import { hasCard, isSecret } from './controls.ts'

/**
 * Returns whether a page only offers to log in: every form with a button has a password field. A form that pays is not a login, although
 * the PIN of an account looks like a password.
 */
export const isLogin = (document: Document): boolean => {
  const passwords = textFieldsOf(document).filter(isSecret)
  const forms = new Set(passwords.map(field => formIn(document, field)))
  const buttons = buttonsOf(document).filter(button => formIn(document, button) !== undefined)
  const pays = (button: Control) => paysAtOnce(button.name) || hasCard(document, button)
  const isOther = (button: Control) =>
    !forms.has(formIn(document, button)) && !button.isDisabled && button.intent.purpose !== 'cancel'
  return passwords.length > 0 && !buttons.some(button => isOther(button) || pays(button))
}

const action = { pages: 'checkout', name: 'login' } as const

/** Takes the steps of `pages.checkout.login` for which the pages have controls. */
export const logInToPay = async (
  { pages }: Pick<PageRun, 'pages'>,
  browser: Browser,
  first: NavigationResult,
): Promise<NavigationResult & { obstacle?: string }> => {
  const steps = stepsOf(pages.checkout.login, pages.secrets)
  if (first.visit === undefined) return first
  const { responses, ...end } = await walk(first.visit, {
    browser,
    action,
    mostClicks: steps.length,
    isEnd: (visit, clicks) => {
      const left = stepsLeft(steps, clicks)
      // A known customer is not asked to log in. After a step, the controls of the next one may be drawn late.
      return left.length === 0 || visit.response.status !== 200 || (clicks.length === 0 && !next(visit, left))
    },
    next: (visit, clicks) => next(visit, stepsLeft(steps, clicks)),
  })
  return { ...end, responses: [...first.responses, ...responses] }
}

const next = (document: Document, steps: readonly Step[]) => {
  const beside = buttonsOf(document).filter(({ role }) => role === 'button')
  const { control, ...filling } = hintedOn(document, steps, last =>
    beside.find(button => shareForm(document, button, last)),
  )
  return control && planClick(document, control, filling)
}
