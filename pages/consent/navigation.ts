import { blocked } from '../../harness/outcome.ts'
import type { Decision } from '../../harness/pages.ts'
import { type Control, formIn } from '../document/controls.ts'
import type { Element } from '../document/dom.ts'
import { radioGroup } from '../document/forms.ts'
import type { Step } from '../document/steps.ts'
import { findControl } from '../document/steps-on-page.ts'
import { describeControls, isScripted, obstacleOf } from '../visit/obstacles.ts'
import { canBePressed, lineFor, nameOneOf, stepFor } from '../walker/give-up.ts'
import { enabledFirst, type PlannedClick, planClick, rankedBy } from '../walker/next-click.ts'
import { attributeOf } from './control-permission.ts'
import { type ConsentControls, isBox, isNamedAlike, type PermissionControl } from './controls.ts'
import { type Effect, effectOf, effectOfCode, isAboutAll, isReconsidering, isSending, saidEffect } from './intent.ts'

/** `decides`: the permissions that the click decides on; empty if it only submits or continues. */
export type ConsentClick = PlannedClick & { decides: readonly string[] }

/** A decision, its undecided permissions, and the steps that send it. */
export type PendingDecision = { decision: Decision; open: readonly string[]; submit: readonly Step[] }

const effectFor = (decision: Decision, permission: string): Effect | undefined =>
  decision.granted.includes(permission) ? 'grant' : decision.denied.includes(permission) ? 'deny' : undefined

/** Returns whether a control can be cleared: a radio button cannot. */
const isClearable = ({ control }: PermissionControl) => isBox(control)

/** Returns how to fill in a form for a decision, and the permissions that are decided this way. */
const formInputFor = (page: ConsentControls, form: Element | undefined, decision: Decision) => {
  const inForm = page.permissionControls.filter(
    ({ isClicked, control }) => !isClicked && formIn(page, control) === form,
  )
  const concerned = inForm.filter(({ permission }) => effectFor(decision, permission) !== undefined)
  const isWanted = ({ effect, permission }: PermissionControl) => effect === effectFor(decision, permission)
  const elements = new Set(inForm.map(({ control }) => control.element))
  const terms = page.controls.filter(
    ({ role, element }) => role === 'checkbox' && !elements.has(element) && 'required' in element.attribs,
  )
  const decided = concerned.filter(item => isWanted(item) || isClearable(item))
  return {
    chosen: [
      ...[...concerned.filter(isWanted).map(({ control }) => control), ...terms].map(({ element }) => element),
      ...page.chosen,
    ],
    cleared: concerned.filter(item => !isWanted(item) && isClearable(item)).map(({ control }) => control.element),
    permissions: [...new Set(decided.map(({ permission }) => permission))],
  }
}

const plan = (
  page: ConsentControls,
  control: Control,
  { decision, decides }: { decision: Decision; decides: readonly string[] },
): ConsentClick | undefined => {
  const { chosen, cleared } = formInputFor(page, formIn(page, control), decision)
  const planned = planClick(page, control, { chosen, cleared, typed: page.typed, marks: [decides] })
  return planned && { ...planned, decides }
}

/** Ranks how likely a button sends the decision; 0: it does not. */
const submitRank = (page: ConsentControls, control: Control, { decision, open }: PendingDecision): number => {
  const { name, intent, element } = control
  const grantsNone = decision.granted.length === 0
  const grantsAll = decision.denied.length + (decision.untouched?.length ?? 0) === 0
  if (intent.purpose === 'aside' || isReconsidering(name)) return 0
  const effect = effectOf(name) ?? effectOfCode(attributeOf(element, 'value'), name)
  // If no permission has its own control, a button decides on all of them.
  const isSeparate = open.length === 0 || formInputFor(page, formIn(page, control), decision).permissions.length > 0
  if (effect && (isAboutAll(name) || !isSeparate)) {
    const isWanted = effect === 'grant' ? grantsAll : grantsNone
    return isWanted ? (isAboutAll(name) || saidEffect(name) ? 8 : 7) : 0
  }
  if (isSending(name) || isSending(attributeOf(element, 'value'))) return 10
  if (effect) return effect === 'grant' ? (grantsNone ? 6 : 9) : grantsNone ? 9 : 0
  if (intent.purpose === 'cancel') return grantsNone ? 2 : 0
  return 5
}

/** The rank of a button without known words. */
const unreadRank = 5

/** Returns the best button to send a decision. Blocks the check if several are equally likely. */
const bestSubmit = (
  page: ConsentControls,
  controls: readonly Control[],
  pending: PendingDecision,
): Control | undefined => {
  const [best, second] = rankedBy(controls, control => submitRank(page, control, pending))
  if (best?.rank === unreadRank && second?.rank === unreadRank)
    askWhich(page, 'which of its buttons sends the decision', nameSubmit([best.control, second.control]))
  return best?.control
}

const nameSubmit = (buttons: readonly Control[]): string =>
  nameOneOf({ pages: 'consent', name: 'submit' }, buttons, 'button:Continue')

/** Blocks the check, since only the operator knows the effect of the controls. */
const askWhich = (page: ConsentControls, what: string, remedy: string): never =>
  blocked(obstacleOf(`it is unclear ${what}: ${describeControls(page)}`, remedy))

/** Returns the remedy for radio buttons whose effect is unclear, with the lines for the config. */
export const nameChoices = (unread: readonly Control[]): string => {
  const [grant = 'radio:Allow {permission}', deny = 'radio:Deny {permission}'] = [...new Set(unread.map(stepFor))]
  return `name them under pages.consent in the config, such as ${lineFor('grant', [grant])}, ${lineFor('deny', [deny])}, or the reverse`
}

/** Returns the buttons that are neither a switch nor the control of an undecided permission. */
const submitButtons = ({ buttons, permissionControls }: ConsentControls, open: readonly string[]): Control[] => {
  const undecided = permissionControls.filter(
    ({ isClicked, isSwitch, permission }) => isSwitch || (isClicked && open.includes(permission)),
  )
  const own = new Set(undecided.map(({ control }) => control))
  return buttons.filter(control => control.role === 'button' && !own.has(control))
}

const hintedSubmit = ({ buttons }: ConsentControls, submit: readonly Step[]): Control | undefined =>
  submit.map(step => findControl(buttons, step)).find(found => found !== undefined)

/** Returns the next click toward a decision; `undefined` if the page has none. */
export const nextConsentClick = (page: ConsentControls, pending: PendingDecision): ConsentClick | undefined => {
  const unread = pending.open.length > 0 ? unreadChoices(page) : []
  if (unread.length > 0) askWhich(page, 'which of its controls grant and which deny', nameChoices(unread))
  return clickByChoices(page, pending) ?? clickByButton(page, pending) ?? clickOnward(page, pending)
}

/** Fills in the checkboxes, radio buttons and lists of one form, and presses its button. */
const clickByChoices = (page: ConsentControls, pending: PendingDecision): ConsentClick | undefined => {
  const { decision, open, submit } = pending
  for (const { control, permission, isClicked } of page.permissionControls) {
    if (isClicked || !open.includes(permission)) continue
    const form = formIn(page, control)
    const { permissions: decides } = formInputFor(page, form, decision)
    const buttons = submitButtons(page, open).filter(button => formIn(page, button) === form)
    const button = hintedSubmit(page, submit) ?? bestSubmit(page, waitingFirst(page, buttons), pending)
    if (button) return plan(page, button, { decision, decides })
  }
  return undefined
}

/** Returns the buttons, starting with disabled ones that a script may enable, since those send the answers. */
const waitingFirst = (page: ConsentControls, buttons: readonly Control[]): Control[] => {
  const waiting = buttons.filter(button => button.isDisabled && (canBePressed(page, button) || isScripted(page)))
  return [...waiting, ...enabledFirst(buttons).filter(button => !waiting.includes(button))]
}

/** Presses a button that decides on one permission. */
const clickByButton = (page: ConsentControls, { decision, open }: PendingDecision): ConsentClick | undefined => {
  const found = page.permissionControls.find(
    ({ isClicked, permission, effect }) =>
      isClicked && open.includes(permission) && effect === effectFor(decision, permission),
  )
  return found && plan(page, found.control, { decision, decides: [found.permission] })
}

/** Presses a button that submits or continues; without one, follows a link that does. */
const clickOnward = (page: ConsentControls, pending: PendingDecision): ConsentClick | undefined => {
  const links = page.controls.filter(
    ({ role, intent }) => role === 'link' && ['onward', 'pay'].includes(intent.purpose),
  )
  const control =
    hintedSubmit(page, pending.submit) ??
    bestSubmit(page, enabledFirst(submitButtons(page, pending.open)), pending) ??
    bestSubmit(page, links, pending)
  return control && plan(page, control, { decision: pending.decision, decides: switchedAlready(page, pending) })
}

/** Returns the permissions whose switch already shows the decision, so that continuing keeps it. */
const switchedAlready = ({ permissionControls }: ConsentControls, { decision, open }: PendingDecision): string[] =>
  permissionControls.flatMap(({ isSwitch, permission, effect }) =>
    isSwitch && open.includes(permission) && effect !== effectFor(decision, permission) ? [permission] : [],
  )

/** Returns the controls of choices in which it is unknown which one grants and which denies. */
const unreadChoices = (page: ConsentControls): Control[] => {
  const { $, controls, permissionControls } = page
  const alike = alikeIn(permissionControls)
  if (alike.length > 0) return alike
  const effects = new Map(permissionControls.map(({ control, effect }) => [control.element, effect]))
  const isUnderstood = ({ name, intent }: Control) => effectOf(name) !== undefined || intent.purpose !== 'unknown'
  return controls.filter(control => {
    const { role, element } = control
    if (role !== 'radio' || effects.has(element)) return false
    const group = radioGroup($, element)
    const known = new Set(group.flatMap(radio => effects.get(radio) ?? []))
    return (
      group.length > 1 &&
      known.size < 2 &&
      (isNamedAlike({ document: page, controls }, control) || !isUnderstood(control))
    )
  })
}

/** Returns the controls of each permission whose controls all seem to have the same effect. */
export const alikeIn = (permissionControls: readonly PermissionControl[]): Control[] =>
  Object.values(Object.groupBy(permissionControls, ({ permission }) => permission)).flatMap((choice = []) => {
    const isAlike = choice.every(item => item.effect === choice[0]?.effect && !item.isSwitch && !isClearable(item))
    return choice.length > 1 && isAlike ? choice.map(({ control }) => control) : []
  })

/** Returns the permissions that can be granted and denied separately on this page. */
export const separatePermissions = (
  { permissionControls }: ConsentControls,
  permissions: readonly string[],
): string[] =>
  permissions.filter(permission => {
    const own = permissionControls.filter(item => item.permission === permission)
    const isOptional = ({ control }: PermissionControl) => control.element.attribs.required === undefined
    return (
      own.some(item => item.isSwitch || (isClearable(item) && isOptional(item))) ||
      new Set(own.map(({ effect }) => effect)).size === 2
    )
  })
