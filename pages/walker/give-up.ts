import { brief } from '../../harness/outcome.ts'
import { buttonsOf, type Control, controlsOf, isClickable, shareForm, textFieldsOf } from '../document/controls.ts'
import { closest, type Element } from '../document/dom.ts'
import { type Document, radioGroup, selectedOptions } from '../document/forms.ts'
import { isLive } from '../document/live-document.ts'
import { describeControls, isScripted, obstacleOf, scriptObstacle } from '../visit/obstacles.ts'

/** An action in the config: `pages.checkout.pay` is the `pay` of `checkout`. */
export type Action = { pages: 'checkout' | 'consent'; name: string }

/** Returns the path of an action in the config. */
const pathOf = ({ pages, name }: Action): string => `pages.${pages}.${name}`

/** Maximum length of a control's name in a step, in characters: a part of the name is enough to find it. */
const longestName = 60

/** Writes a control as a step of the config. */
export const stepFor = ({ role, name }: Pick<Control, 'role' | 'name'>): string =>
  `${role}:${name.slice(0, longestName).trim()}${role === 'text' ? '=env:VALUE' : ''}`

/** Writes a config line: an action with one step or a list of steps. */
export const lineFor = (name: string, steps: readonly string[]): string =>
  `"${name}": ${steps.length === 1 ? JSON.stringify(steps[0]) : `[${steps.map(step => JSON.stringify(step)).join(', ')}]`}`

/** Maximum number of config lines that a message suggests. */
const mostLines = 4

/** Returns the remedy to name one of several controls in the config; `example`: used if the page has none. */
export const nameOneOf = ({ pages, name }: Action, controls: readonly Control[], example: string): string => {
  const steps = [...new Set(controls.filter(control => control.name !== '').map(stepFor))].slice(0, mostLines)
  const lines = steps.map(step => lineFor(name, [step]))
  const written = lines.length > 0 ? lines.join(' or ') : lineFor(name, [example])
  return `name it under ${pathOf({ pages, name })} in the config${lines.length > 0 ? ':' : ', such as'} ${written}`
}

const handlers = '[onclick], [onsubmit], [onchange], [oninput]'

/** Returns whether a script of a live page may enable disabled controls. */
const canEnable = ({ $ }: Document): boolean => isLive($) && $(`script, ${handlers}`).length > 0

/** Returns whether a control can be pressed, once its form is filled in. */
export const canBePressed = (document: Document, { isDisabled }: Control): boolean => !isDisabled || canEnable(document)

/**
 * Returns the message for a disabled control; `undefined` if it can be pressed, or may be enabled by a script once its form is filled in.
 * `isFilledIn`: the form is filled in, and the control is still disabled.
 */
export const disabledObstacle = (
  document: Document,
  control: Control,
  action: Action,
  isFilledIn = false,
): string | undefined => {
  if (!isFilledIn && canBePressed(document, control)) return undefined
  if (isScripted(document)) return scriptObstacle(document, action.pages)
  const what = `the ${control.role} “${brief(control.name, longestName)}” is still disabled`
  const open = canEnable(document) ? openBeside(document, control) : []
  if (open.length === 0)
    return obstacleOf(`${what}, and ${describeControls(document)}`, 'serve this run a page on which it can be pressed')
  return obstacleOf(
    `${what}: it may be enabled by ${open.map(step => `“${step.replace(/=env:VALUE$/, '')}”`).join(', ')}; ${describeControls(document)}`,
    `name all that it needs under ${pathOf(action)} in the config, such as ${lineFor(action.name, [...open, stepFor(control)])}`,
  )
}

const isChosen = ({ role, element }: Control): boolean => {
  const list = role === 'option' ? closest(element, 'select') : undefined
  if (list) return selectedOptions(list).includes(element)
  return element.attribs.checked !== undefined || element.attribs['aria-checked'] === 'true'
}

/** Returns the steps that would complete a control's form: empty fields, unchecked boxes, unanswered choices. */
const openBeside = (document: Document, { role, name }: Control): string[] => {
  // The pressed control is from the page before it was filled in.
  const own = buttonsOf(document).find(button => button.role === role && button.name === name)
  const isBeside = (other: Control) => own !== undefined && shareForm(document, other, own)
  const fields = textFieldsOf(document).filter(field => isBeside(field) && !field.element.attribs.value)
  const choices = controlsOf(document).filter(other => !isClickable(other) && isBeside(other))
  const groupOf = ({ role: kind, element }: Control) => (kind === 'radio' ? radioGroup(document.$, element) : undefined)
  const answered = new Set(choices.filter(choice => isChosen(choice)).map(groupOf))
  const asked = new Set<readonly Element[] | undefined>()
  const open = choices.filter(choice => {
    if (choice.role === 'option' || isChosen(choice)) return false
    const group = groupOf(choice)
    const isOpen = group === undefined || (!answered.has(group) && !asked.has(group))
    asked.add(group)
    return isOpen
  })
  const named = [...fields, ...open].filter(each => each.name !== '')
  return [...new Set(named.map(stepFor))].slice(0, mostLines)
}
