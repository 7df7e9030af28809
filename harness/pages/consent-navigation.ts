import { type ConsentSurface, isClicked, isManifold, type Setting, said } from './consent-controls.ts'
import { type Effect, effectOf, isAboutAll, isSending } from './consent-intent.ts'
import { type Control, click, controlsOf, named, type Step } from './controls.ts'
import { closest, type Element } from './dom.ts'
import { type Document, formOf, type Submission } from './forms.ts'

/** What a user wants: permissions in neither list are left as the page has them. */
export type Decision = { granted: readonly string[]; denied: readonly string[]; untouched?: readonly string[] }

/** One click, and what is chosen before it. */
export type ConsentStep = {
  submission: Submission
  /** Permissions that it decides; none where it only sends or leads on. */
  decides: readonly string[]
  /** The same for the same click, however often its page is shown. */
  mark: string
}

/** What is wanted of a page: the decision, what of it is still to be decided, and the steps that send it. */
export type Wish = { decision: Decision; open: readonly string[]; submit: readonly Step[] }

const effectFor = (decision: Decision, permission: string): Effect | undefined =>
  decision.granted.includes(permission) ? 'grant' : decision.denied.includes(permission) ? 'deny' : undefined

const formIn = ({ $ }: Document, element: Element) => formOf($, closest(element, 'select') ?? element)

/** What can be marked, and its mark taken away again: a radio button's cannot. */
const isSwitch = ({ control: { role, element } }: Setting) => role === 'checkbox' || isManifold(element)

/** What is marked in a form, and what is not, for a decision. */
const filled = (surface: ConsentSurface, form: Element | undefined, decision: Decision) => {
  const inForm = surface.settings.filter(one => !one.isClicked && formIn(surface, one.control.element) === form)
  const wanted = inForm.filter(one => effectFor(decision, one.permission) !== undefined)
  const isRight = (one: Setting) => one.effect === effectFor(decision, one.permission)
  const decided = new Set(inForm.map(one => one.control.element))
  const terms = surface.controls.filter(
    ({ role, element }) => role === 'checkbox' && !decided.has(element) && 'required' in element.attribs,
  )
  return {
    chosen: [...wanted.filter(isRight), ...terms.map(control => ({ control }))].map(({ control }) => control.element),
    cleared: wanted.filter(one => !isRight(one) && isSwitch(one)).map(({ control }) => control.element),
    permissions: [...new Set(wanted.filter(one => isRight(one) || isSwitch(one)).map(one => one.permission))],
  }
}

type Move = { on: Control; decision: Decision; decides: readonly string[] }

const stepOf = (surface: ConsentSurface, { on, decision, decides }: Move): ConsentStep | undefined => {
  const { chosen, cleared } = filled(surface, formIn(surface, on.element), decision)
  const submission = click(surface, { element: on.element, chosen, cleared })
  if (submission === undefined || !/^https?:/.test(submission.url)) return undefined
  const { pathname } = new URL(submission.url)
  const names = [...new Set(submission.fields.map(([name]) => name))].sort()
  return { submission, decides, mark: JSON.stringify([submission.method, pathname, on.name, names, decides]) }
}

/** How well a button serves to send a decision, 0: not at all. */
const sendRank = (surface: ConsentSurface, control: Control, { decision, open }: Wish): number => {
  const { name, reading, element } = control
  const [none, all] = [decision.granted.length === 0, decision.denied.length + (decision.untouched?.length ?? 0) === 0]
  if (reading.purpose === 'aside') return 0
  const effect = effectOf(name) ?? effectOf(said(element, 'value'))
  // Where nothing is chosen apart, nor was before, a button decides about every permission.
  const isApart = open.length === 0 || filled(surface, formIn(surface, element), decision).permissions.length > 0
  if (effect && (isAboutAll(name) || !isApart)) return effect === 'grant' ? (all ? 8 : 0) : none ? 8 : 0
  if (isSending(name) || isSending(said(element, 'value'))) return 10
  if (effect) return effect === 'grant' ? (none ? 6 : 9) : none ? 9 : 0
  if (reading.purpose === 'cancel') return none ? 2 : 0
  return 5
}

const best = (surface: ConsentSurface, controls: readonly Control[], wish: Wish): Control | undefined =>
  controls
    .map(control => ({ control, rank: sendRank(surface, control, wish) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)[0]?.control

/** The button that sends a form: the one that the config names, else the best. */
const senderOf = (surface: ConsentSurface, form: Element | undefined, wish: Wish): Control | undefined => {
  const clicked = surface.settings.filter(one => one.isClicked).map(one => one.control)
  const buttons = surface.controls.filter(
    one => one.role === 'button' && !clicked.includes(one) && formIn(surface, one.element) === form,
  )
  return toldSender(surface, wish.submit) ?? best(surface, buttons, wish)
}

const toldSender = ({ controls }: ConsentSurface, submit: readonly Step[]): Control | undefined =>
  submit.map(step => named(controls.filter(isClicked), step)).find(one => one !== undefined)

/** The next click towards a decision; undefined where the page has none. */
export const nextStep = (surface: ConsentSurface, wish: Wish): ConsentStep | undefined =>
  byChoice(surface, wish) ?? byButton(surface, wish) ?? onward(surface, wish)

/** Check boxes, radio buttons and lists of one form, and its button. */
const byChoice = (surface: ConsentSurface, wish: Wish): ConsentStep | undefined => {
  const { decision, open } = wish
  for (const { control, permission } of surface.settings.filter(one => !one.isClicked)) {
    if (!open.includes(permission)) continue
    const form = formIn(surface, control.element)
    const { permissions: decides } = filled(surface, form, decision)
    const on = senderOf(surface, form, wish)
    if (on) return stepOf(surface, { on, decision, decides })
  }
  return undefined
}

/** A button for one permission. */
const byButton = (surface: ConsentSurface, { decision, open }: Wish): ConsentStep | undefined => {
  const isWanted = ({ permission, effect }: Setting) =>
    open.includes(permission) && effect === effectFor(decision, permission)
  const found = surface.settings.filter(one => one.isClicked).find(isWanted)
  return found && stepOf(surface, { on: found.control, decision, decides: [found.permission] })
}

/** A button that sends what was decided, or leads on to where it is decided; else such a link. */
const onward = (surface: ConsentSurface, wish: Wish): ConsentStep | undefined => {
  const clicked = surface.settings.filter(one => one.isClicked).map(one => one.control)
  const buttons = surface.controls.filter(one => one.role === 'button' && !clicked.includes(one))
  const links = surface.controls.filter(one => one.role === 'link' && ['onward', 'pay'].includes(one.reading.purpose))
  const on = toldSender(surface, wish.submit) ?? best(surface, buttons, wish) ?? best(surface, links, wish)
  return on && stepOf(surface, { on, decision: wish.decision, decides: [] })
}

/** The first of some steps that the page has, with what is chosen by steps before it. */
export const hintedStep = (
  document: Document,
  steps: readonly Step[],
): { submission: Submission; used: number } | undefined => {
  const controls = controlsOf(document)
  const chosen: Element[] = []
  for (const [index, step] of steps.entries()) {
    const control = named(controls, step)
    if (control === undefined) return undefined
    const submission = isClicked(control) ? click(document, { element: control.element, chosen }) : undefined
    if (submission) return { submission, used: index + 1 }
    chosen.push(control.element)
  }
  return undefined
}

/** The permissions that can be granted and denied apart from all others, on this page. */
export const separate = ({ settings, $ }: ConsentSurface, permissions: readonly string[]): string[] =>
  permissions.filter(permission => {
    const own = settings.filter(one => one.permission === permission)
    const effects = new Set(own.map(one => one.effect))
    return own.some(one => isSwitch(one) && $(one.control.element).attr('required') === undefined) || effects.size === 2
  })

/** Controls whose purpose nobody can tell: they may be what is missing. */
export const unread = ({ controls, settings }: ConsentSurface): number => {
  const known = new Set(settings.map(one => one.control))
  const isPlain = ({ name, role, reading }: Control) =>
    role === 'link' || reading.purpose !== 'unknown' || isSending(name) || effectOf(name) !== undefined
  return controls.filter(one => !known.has(one) && !isPlain(one)).length
}
