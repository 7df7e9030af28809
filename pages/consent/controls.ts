import { buttonsOf, type Control, controlsOf, isClickable, textFieldsOf } from '../document/controls.ts'
import { closest, type Element } from '../document/dom.ts'
import { type Document, formOf, radioGroup } from '../document/forms.ts'
import type { Step } from '../document/steps.ts'
import { findControl, findControls, stepsOnPage } from '../document/steps-on-page.ts'
import { attributeOf, isMultipleOption, ownPermissionOf, permissionOf } from './control-permission.ts'
import { type Effect, effectOf, effectOfBox, effectOfCode, permissionInText, saidEffect } from './intent.ts'

/**
 * A control that grants or denies one permission; `isClicked`: it submits immediately; `isSwitch`: it also toggles the choice that the page
 * shows.
 */
export type PermissionControl = {
  control: Control
  permission: string
  effect: Effect
  isClicked: boolean
  isSwitch: boolean
  /** Its effect is given by the config or is clear from its words; otherwise it is a guess. */
  isSaid: boolean
  /** It names its permission itself; otherwise the text around it does. */
  isOwn: boolean
}

/** A consent page with its controls, and their effects on the requested permissions. */
export type ConsentControls = Document & {
  controls: readonly Control[]
  /** Its buttons and links, including disabled buttons. */
  buttons: readonly Control[]
  permissionControls: readonly PermissionControl[]
  /** The config names a granting or denying control of this page. */
  isNamed: boolean
  /** The controls and fields that the config names. */
  named: ReadonlySet<Element>
  /** The texts to type into fields, from the config. */
  typed: ReadonlyMap<Element, string>
  /** The choices to make before the decision is sent, such as accepting the terms, from the config. */
  chosen: readonly Element[]
}

/** Returns the configured steps for an effect, or for sending the decision. */
export type ConsentSteps = (action: Effect | 'submit') => readonly Step[]

/** Finds the controls of a page that decide on the permissions, using the hints, or else their names, values and texts. */
export const consentControlsOf = (
  document: Document,
  permissions: readonly string[],
  hints: ConsentSteps,
): ConsentControls => {
  const controls = controlsOf(document)
  const hinted = [
    ...permissions.flatMap(permission => hintedByPermission(controls, permission, hints)),
    ...hintedForAll({ document, controls }, permissions, hints),
  ]
  const guessed = asChoices(controls.flatMap(control => guessedFor({ document, controls }, control, permissions)))
  const keyOf = ({ effect, permission }: PermissionControl) => `${effect} ${permission}`
  const hintedKeys = new Set(hinted.map(keyOf))
  const hintedElements = new Set(hinted.map(({ control }) => control.element))
  const choosable = new Set(guessed.filter(({ isClicked }) => !isClicked).map(({ permission }) => permission))
  const said = new Set(guessed.filter(({ isSaid }) => isSaid).map(keyOf))
  // A button beside checkboxes, radio buttons or lists submits them, and one beside plainer buttons does something else.
  const kept = guessed.filter(
    guess =>
      !hintedKeys.has(keyOf(guess)) &&
      !hintedElements.has(guess.control.element) &&
      (!guess.isClicked || (!choosable.has(guess.permission) && (guess.isSaid || !said.has(keyOf(guess))))),
  )
  const typed = typedBy(document, permissions, hints)
  const boxes = controls.filter(control => !isClickable(control))
  const chosen = hints('submit').flatMap(step => findControl(boxes, step)?.element ?? [])
  // A button that is the only one for its permission may show a state, which pressing it changes.
  const isLone = ({ isClicked, permission }: PermissionControl) =>
    isClicked && [...hinted, ...kept].filter(item => item.permission === permission).length === 1
  const permissionControls = [...hinted, ...kept.map(item => (isLone(item) ? { ...item, isSaid: false } : item))]
  const buttons = buttonsOf(document)
  const pressable = [...controls, ...buttons.filter(({ isDisabled }) => isDisabled)]
  const foundFor = (action: Effect | 'submit') =>
    hints(action).flatMap(step => findControl(pressable, step)?.element ?? [])
  const isNamed = hinted.length > 0 || effects.flatMap(foundFor).length > 0
  const named = new Set([
    ...hintedElements,
    ...[...effects, 'submit' as const].flatMap(foundFor),
    ...typed.keys(),
    ...chosen,
  ])
  return { ...document, controls, buttons, permissionControls, isNamed, named, typed, chosen }
}

const typedBy = (document: Document, permissions: readonly string[], steps: ConsentSteps): Map<Element, string> => {
  const fields = textFieldsOf(document)
  const texts = [...effects, 'submit' as const]
    .flatMap(steps)
    .filter(({ kind }) => kind === 'text')
    .flatMap(step => permissions.map(permission => ({ ...step, name: step.name.replaceAll(placeholder, permission) })))
  return new Map(texts.flatMap(step => [...stepsOnPage(fields, [step]).typed]))
}

const effects = ['grant', 'deny'] as const

const placeholder = '{permission}'

const permissionControl = (control: Control, permission: string, effect: Effect): PermissionControl => ({
  control,
  permission,
  effect,
  isClicked: isClickable(control),
  isSwitch: switchEffect(control) !== undefined,
  isSaid: true,
  isOwn: true,
})

/** Returns whether a control can be chosen and cleared independently of all others. */
export const isBox = ({ role, element }: Control): boolean => role === 'checkbox' || isMultipleOption(element)

/** Returns the effect of pressing a switch in its current state, according to its words; `undefined` for any other control. */
const switchEffect = ({ role, name, element }: Control): Effect | undefined => {
  if (role !== 'button') return undefined
  const state = attributeOf(element, 'aria-checked') || attributeOf(element, 'aria-pressed')
  if (!/^(?:true|false)$/.test(state)) return undefined
  return (state === 'false') === (effectOfBox(name) === 'grant') ? 'grant' : 'deny'
}

/** Treats a pair of toggle buttons, one that grants and one that denies, as a choice. */
const asChoices = (guessed: readonly PermissionControl[]): PermissionControl[] =>
  guessed.map(item => {
    const effect = effectOf(item.control.name)
    const others = guessed.filter(({ isSwitch, permission }) => isSwitch && permission === item.permission)
    const isPaired = new Set(others.flatMap(({ control }) => effectOf(control.name) ?? [])).size === 2
    return item.isSwitch && effect && isPaired ? { ...item, effect, isSwitch: false } : item
  })

/** Returns the controls for one permission named by hints with the placeholder. */
const hintedByPermission = (
  controls: readonly Control[],
  permission: string,
  hints: ConsentSteps,
): PermissionControl[] =>
  effects.flatMap(effect =>
    hints(effect)
      .filter(({ name }) => name.includes(placeholder))
      .flatMap(step => {
        const control = [permission, permission.replace(/[_-]+/g, ' ')]
          .map(text => findControl(controls, { ...step, name: step.name.replaceAll(placeholder, text) }))
          .find(found => found !== undefined)
        return control ? [permissionControl(control, permission, effect)] : []
      }),
  )

/** Returns every control named by a hint without the placeholder; the page shows which permission each is about. */
const hintedForAll = (
  { document, controls }: Page,
  permissions: readonly string[],
  hints: ConsentSteps,
): PermissionControl[] =>
  effects.flatMap(effect =>
    hints(effect)
      .filter(({ name }) => !name.includes(placeholder))
      .flatMap(step => findControls(controls, step))
      .flatMap(control => {
        const permission = permissionOf(document, control, permissions)
        return permission ? [permissionControl(control, permission, effect)] : []
      }),
  )

const guessedFor = (page: Page, control: Control, permissions: readonly string[]): PermissionControl[] => {
  if (control.role === 'link') return []
  const effect = guessedEffect(page, control)
  const permission = effect && permissionOf(page.document, control, permissions)
  if (!permission) return []
  // A box has a single value, no matter what its label says about ticking it.
  const code = isBox(control) ? '' : attributeOf(control.element, 'value')
  const own = ownName(page, control)
  const said = saidEffect(effectOf(own) ? own : control.name) ?? saidEffect(code)
  const [isSwitch, named] = [switchEffect(control) !== undefined, permissionInText(control.name, permissions)]
  // "Allowed" beside a box or switch may show its state.
  const isState = (isSwitch || isBox(control)) && named === undefined
  const isSaid = said !== undefined && !isState && said === (isSwitch ? effectOfBox(control.name) : effect)
  const isOwn = [ownPermissionOf(page.document, control, permissions), named].includes(permission)
  if (isClickable(control) && control.intent.purpose === 'aside' && !isOwn) return []
  return [{ ...permissionControl(control, permission, effect), isSaid, isOwn }]
}

/** Returns the permissions for which no control names its effect. One such control is enough: beside "Share", "No" means the opposite. */
export const guessedPermissions = ({
  permissionControls,
}: Pick<ConsentControls, 'permissionControls'>): Set<string> => {
  const said = new Set(permissionControls.flatMap(({ isSaid, permission }) => (isSaid ? [permission] : [])))
  return new Set(permissionControls.flatMap(({ permission }) => (said.has(permission) ? [] : [permission])))
}

/**
 * Guesses the effect of a control. A checkbox grants unless its words deny, and a switch toggles its state; any other control must
 * express its effect.
 */
const guessedEffect = (page: Page, control: Control): Effect | undefined => {
  const { role, name, element } = control
  const pressed = switchEffect(control)
  if (pressed !== undefined) return pressed
  if (isBox(control)) {
    const list = closest(element, 'select')
    const code = ['value', 'name', 'id'].map(attribute => attributeOf(element, attribute))
    const codes = [...code, list ? attributeOf(list, 'name') : '']
    return codes.some(text => effectOf(text) === 'deny') ? 'deny' : effectOfBox(name)
  }
  // A radio button shares its name attribute with its group.
  const attributes = role === 'radio' ? ['value', 'id'] : ['value', 'name', 'id', 'formaction']
  const form = role === 'button' ? formOf(page.document.$, element) : undefined
  const action = form ? (attributeOf(form, 'action').split('/').at(-1) ?? '') : ''
  const codes = [...attributes.map(attribute => attributeOf(element, attribute)), action]
  const byName = isNamedAlike(page, control) ? undefined : (effectOf(ownName(page, control)) ?? effectOf(name))
  return byName ?? codes.map(code => effectOfCode(code, name)).find(effect => effect !== undefined)
}

/** A document with its controls. */
type Page = { document: Document; controls: readonly Control[] }

/**
 * Returns whether all radio buttons of a choice have the same name, such as the whole text of the choice, which does not distinguish them.
 */
export const isNamedAlike = ({ document, controls }: Page, { role, element }: Control): boolean => {
  if (role !== 'radio') return false
  const group = radioGroup(document.$, element)
  return group.length > 1 && namesIn(controls, group).isOne
}

/**
 * Returns the name of a radio button without the common prefix of its group: in a table, each name begins with the heading of the row,
 * which may describe the shared data.
 */
const ownName = ({ document, controls }: Page, { role, name, element }: Control): string => {
  if (role !== 'radio') return name
  const words = name.split(' ')
  const { inCommon } = namesIn(controls, radioGroup(document.$, element))
  return words.slice(inCommon < words.length ? inCommon : 0).join(' ')
}

/** The names of a radio group: the number of words in their common prefix, and whether all are equal. */
type GroupNames = { inCommon: number; isOne: boolean }

const namesOfGroups = new WeakMap<readonly Element[], GroupNames>()

/** Returns the common prefix of the names of a radio group. Cached: many buttons may have long names. */
const namesIn = (controls: readonly Control[], group: readonly Element[]): GroupNames => {
  const known = namesOfGroups.get(group)
  if (known !== undefined) return known
  const members = new Set(group)
  const names = controls.filter(({ element }) => members.has(element)).map(({ name }) => name)
  const words = names.map(name => name.split(' '))
  const [first = []] = words
  const own = first.findIndex((word, at) => words.some(other => other[at] !== word))
  const found = { inCommon: own < 0 ? first.length : own, isOne: names.length > 1 && new Set(names).size === 1 }
  namesOfGroups.set(group, found)
  return found
}
