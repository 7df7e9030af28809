import { click, controlsOf, isClickable, textFieldsOf } from '../document/controls.ts'
import { type Document, formOf } from '../document/forms.ts'
import { isLive } from '../document/live-document.ts'
import { type Step, stepsOf } from '../document/steps.ts'
import { stepsOnPage } from '../document/steps-on-page.ts'
import type { PageRun } from '../driver.ts'
import type { Browser, NavigationResult } from '../visit/form-browser.ts'
import type { PageVisit } from '../visit/page-visit.ts'

/** Returns whether all that a page offers is to log in: every form with a button has a field for a password. */
export const isLogin = (document: Document): boolean => {
  const { $ } = document
  const buttons = controlsOf(document).filter(
    control => isClickable(control) && formOf($, control.element) !== undefined,
  )
  const passwords = textFieldsOf(document).filter(({ element: { attribs } }) => isPassword(attribs))
  const forms = new Set(passwords.map(({ element }) => formOf($, element)))
  const others = buttons.filter(({ element, intent }) => !forms.has(formOf($, element)) && intent.purpose !== 'cancel')
  return passwords.length > 0 && others.length === 0
}

/** Returns whether a field hides what is typed, and is not the code of a card. */
const isPassword = ({ type = '', autocomplete = '', name = '' }: Record<string, string>): boolean =>
  type.toLowerCase() === 'password' && !/^\s*cc-/i.test(autocomplete) && !/csc|cvc|cvv/i.test(name)

/** Takes the steps of `pages.checkout.login`, as far as the pages have their controls. */
export const logInToPay = async (
  { pages }: Pick<PageRun, 'pages'>,
  browser: Browser,
  first: NavigationResult,
): Promise<NavigationResult> => {
  let result = first
  let steps: readonly Step[] = stepsOf(pages.checkout.login, pages.secrets)
  while (steps.length > 0 && result.visit?.response.status === 200) {
    const next = nextSubmission(result.visit, steps)
    if (next === undefined) return result
    steps = steps.slice(next.used)
    const { responses } = result
    result = await browser.submit(next.submission, result.visit)
    result = { ...result, responses: [...responses, ...result.responses] }
  }
  return result
}

const nextSubmission = (visit: PageVisit, steps: readonly Step[]) => {
  const controls = controlsOf(visit)
  const { chosen, typed, clicked, last, used } = stepsOnPage([...controls, ...textFieldsOf(visit)], steps)
  if (used === 0) return undefined
  const form = last && formOf(visit.$, last.element)
  const button =
    clicked ??
    (isLive(visit.$) && steps.length > used ? last : undefined) ??
    controls.find(control => control.role === 'button' && formOf(visit.$, control.element) === form)
  const submission = button && click(visit, { element: button.element, chosen, typed })
  return submission && { submission, used }
}
