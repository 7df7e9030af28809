import { speaksOfMeans } from '../document/control-intent.ts'
import { type Control, formIn, isClickable } from '../document/controls.ts'
import { type CheerioAPI, closest, collapsed, type Element } from '../document/dom.ts'
import { radioGroup, selectedOptions } from '../document/forms.ts'
import { isDoubtful, isFor, type PaymentPage, payControls } from './controls.ts'

/** A group of radio buttons, or a list: the customer chooses one. */
type Choice = { controls: Control[]; selected: readonly Element[] }

/**
 * Adds a customer's default choices in a button's form to the chosen elements: a working option of every other choice, and the required
 * checkboxes.
 */
export const withDefaults = (page: PaymentPage, button: Control, chosen: readonly Element[] = []): Element[] => {
  const form = formIn(page, button)
  if (form === undefined) return [...chosen]
  const inForm = page.controls.filter(control => !isClickable(control) && formIn(page, control) === form)
  const added = choicesOf(page, inForm).flatMap(choice => defaultOf(choice, chosen))
  const required = inForm.filter(({ role, element }) => role === 'checkbox' && element.attribs.required !== undefined)
  return [...chosen, ...added, ...required.map(({ element }) => element)]
}

/** Returns a working option in a button's form other than the default; `undefined` if there is none. */
export const otherOption = (page: PaymentPage, button: Control): Element | undefined => {
  const form = formIn(page, button)
  const inForm = page.controls.filter(control => !isClickable(control) && formIn(page, control) === form)
  const [other] = choicesOf(page, inForm).flatMap(({ controls, selected }) => {
    const [first, ...others] = controls.filter(works)
    const chosen = controls.find(control => works(control) && selected.includes(control.element)) ?? first
    return [first, ...others].filter(control => control !== undefined && control !== chosen)
  })
  return form === undefined ? undefined : other?.element
}

/**
 * Returns the chosen option in a button's form if its words are ambiguous, or if it has no known words and is not the only one; otherwise
 * `undefined`. `chosen`: the option that is chosen there.
 */
export const unreadOption = (page: PaymentPage, button: Control, chosen: readonly Element[]): Control | undefined => {
  const form = formIn(page, button)
  const inForm = page.controls.filter(control => !isClickable(control) && formIn(page, control) === form)
  const unread = choicesOf(page, inForm).flatMap(({ controls, selected }) => {
    const own = controls.filter(isIn(chosen))
    const hasOthers = controls.filter(works).length > 1
    return (own.length > 0 ? own : controls.filter(isIn(selected))).filter(
      control => mayWork(control) || (hasOthers && isFor('unknown')(control) && !speaksOfMeans(control.name)),
    )
  })
  return form === undefined ? undefined : unread[0]
}

const isIn =
  (elements: readonly Element[]) =>
  ({ element }: Control): boolean =>
    elements.includes(element)

const choicesOf = ({ $ }: PaymentPage, controls: readonly Control[]): Choice[] => {
  const choices = new Map<Element, Choice>()
  for (const control of controls) {
    if (control.role === 'checkbox') continue
    const [key, selected] = control.role === 'radio' ? radioChoice($, control.element) : listChoice(control.element)
    const choice = choices.get(key) ?? { controls: [], selected }
    choice.controls.push(control)
    choices.set(key, choice)
  }
  return [...choices.values()]
}

const radioChoice = ($: CheerioAPI, radio: Element): [Element, Element[]] => {
  const group = radioGroup($, radio)
  return [group[0] ?? radio, group.filter(button => button.attribs.checked !== undefined).slice(-1)]
}

const listChoice = (option: Element): [Element, readonly Element[]] => {
  const list = closest(option, 'select') ?? option
  return [list, selectedOptions(list)]
}

/** Returns an option that works or may work; none if the customer has already chosen, or if the selected option works. */
const defaultOf = ({ controls, selected }: Choice, chosen: readonly Element[]): Element[] => {
  if (controls.some(({ element }) => chosen.includes(element))) return []
  if (controls.some(control => selected.includes(control.element) && works(control))) return []
  const working = controls.find(works) ?? controls.find(mayWork)
  return working ? [working.element] : []
}

const works = (control: Control): boolean => !isFor('fail', 'cancel')(control) && !isPlaceholder(control)

/** Returns whether an option may work after all, since its words may refer to something else: "Card (Amex not accepted)". */
const mayWork = (control: Control): boolean => isFor('fail', 'cancel')(control) && isDoubtful(control)

const isPlaceholder = ({ role, element }: Control): boolean =>
  role === 'option' && collapsed(element.attribs.value ?? 'some') === ''

/** Counts the ways to pay that a page offers: the options of a choice, else the buttons that pay. */
export const countOptions = (page: PaymentPage): number => {
  const clickable = payControls(page)
  const buttons = clickable.filter(({ role }) => role === 'button')
  const forms = new Set(buttons.map(button => formIn(page, button)))
  const inForms = page.controls.filter(control => !isClickable(control) && forms.has(formIn(page, control)))
  const counts = choicesOf(page, inForms).map(
    ({ controls }) => controls.filter(control => !isPlaceholder(control)).length,
  )
  return Math.max(buttons.length, clickable.length > 0 ? 1 : 0, ...counts)
}
