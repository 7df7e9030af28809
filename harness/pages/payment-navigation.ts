import type { Purpose } from './control-intent.ts'
import { type Control, click, controlsOf, named, type Step } from './controls.ts'
import type { CheerioAPI, Element } from './dom.ts'
import { closest, collapsed } from './dom.ts'
import { controlsIn, type Document, formOf, radioGroup, type Submission, selectedOptions } from './forms.ts'

/** What a customer wants of the hosted page. */
export type Goal = 'pay' | 'fail' | 'cancel'

/** One click, and what is chosen before it. */
export type Plan = {
  submission: Submission
  /** The same for the same step, however often its page is shown: nobody takes one step twice. */
  mark: string
  /** How many steps of the hint it has used. */
  used: number
  /** It makes the payment fail. */
  failing: boolean
}

/** A document with its controls, and what of the addresses is not the target's. */
export type Surface = Document & {
  controls: readonly Control[]
  isEnd: (url: URL) => boolean
  /** Where the merchant wants the customer after a cancel. */
  cancelled?: string | undefined
}

export const surfaceOf = (document: Document, beyond: Pick<Surface, 'isEnd' | 'cancelled'>): Surface => ({
  ...document,
  ...beyond,
  controls: controlsOf(document),
})

type Move = { on: Control; chosen: readonly Element[]; used?: number; failing?: boolean }

const planOf = (surface: Surface, { on, chosen, used = 0, failing = false }: Move): Plan | undefined => {
  const submission = click(surface, { element: on.element, chosen })
  if (submission === undefined || !/^https?:/.test(submission.url)) return undefined
  const { pathname } = new URL(submission.url)
  const names = [...new Set(submission.fields.map(([name]) => name))].sort()
  return { submission, mark: JSON.stringify([submission.method, pathname, on.name, names]), used, failing }
}

/** The next step to a goal by a hint; undefined where the page has not what the hint names first. */
export const hinted = (surface: Surface, goal: Goal, steps: readonly Step[]): Plan | undefined => {
  const chosen: Element[] = []
  for (const [index, step] of steps.entries()) {
    const control = named(surface.controls, step)
    if (control === undefined) break
    const failing = goal === 'fail'
    const used = index + 1
    if (isClicked(control))
      return planOf(surface, { on: control, chosen: withDefaults(surface, control, chosen), used, failing })
    chosen.push(control.element)
    if (used < steps.length) continue
    const on = payers(surface).find(one => shareForm(surface, one, control))
    return on && planOf(surface, { on, chosen: withDefaults(surface, on, chosen), used, failing })
  }
  return undefined
}

/** The next step to a goal, found by what the controls mean; undefined where there is none. */
export const guessed = (surface: Surface, goal: Goal): Plan | undefined => {
  if (goal === 'cancel') return guessedCancel(surface)
  return goal === 'fail' ? guessedFail(surface) : guessedPay(surface)
}

const isClicked = ({ role }: Control) => role === 'button' || role === 'link'
const isFor =
  (...purposes: Purpose[]) =>
  ({ reading }: Control) =>
    purposes.includes(reading.purpose)

const formIn = ({ $ }: Surface, { role, element }: Control): Element | undefined => {
  const owner = role === 'option' ? closest(element, 'select') : element
  return owner && formOf($, owner)
}

const shareForm = (surface: Surface, a: Control, b: Control) => formIn(surface, a) === formIn(surface, b)

const leadsBeyond = (surface: Surface, control: Control): boolean => {
  const url = click(surface, { element: control.element, chosen: [] })?.url
  return url === undefined || !URL.canParse(url) || surface.isEnd(new URL(url))
}

/** How well a control serves to pay, 0: not at all. */
const payRank = (surface: Surface, control: Control): number => {
  const { role, reading } = control
  if (!isClicked(control) || leadsBeyond(surface, control)) return 0
  const isForm = formIn(surface, control) !== undefined
  if (reading.purpose === 'pay') return (isForm ? 10 : 6) + reading.weight
  if (reading.purpose === 'onward') return isForm ? 8 : 4
  if (reading.purpose !== 'unknown') return 0
  return isForm && role === 'button' ? 5 : isBelow(surface, control) ? 3 : 0
}

/** A link to a page below the present one, such as `/checkout/…/card`. */
const isBelow = (surface: Surface, control: Control): boolean => {
  const url = click(surface, { element: control.element, chosen: [] })?.url
  const here = new URL(surface.url)
  if (url === undefined) return false
  const { pathname, search } = new URL(url)
  return (
    pathname.startsWith(`${here.pathname.replace(/\/$/, '')}/`) ||
    (pathname === here.pathname && search !== here.search && search !== '')
  )
}

/** Buttons and links that pay, or lead on to paying, the best one first. */
export const payers = (surface: Surface): Control[] =>
  surface.controls
    .map(control => ({ control, rank: payRank(surface, control) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ control }) => control)

const guessedPay = (surface: Surface): Plan | undefined => {
  const [on] = payers(surface)
  return on && planOf(surface, { on, chosen: withDefaults(surface, on) })
}

/** Options of a choice that make a payment fail. */
export const failures = (surface: Surface): Control[] => surface.controls.filter(isFor('fail'))

const guessedFail = (surface: Surface): Plan | undefined => {
  for (const failure of failures(surface)) {
    if (isClicked(failure)) {
      if (!leadsBeyond(surface, failure))
        return planOf(surface, { on: failure, chosen: withDefaults(surface, failure), failing: true })
      continue
    }
    const on = payers(surface).find(one => shareForm(surface, one, failure))
    if (on) return planOf(surface, { on, chosen: withDefaults(surface, on, [failure.element]), failing: true })
  }
  const [on] = payers(surface)
  // Only a button that merely leads on may be pressed in search of an option that fails.
  return on?.reading.purpose === 'onward' ? planOf(surface, { on, chosen: withDefaults(surface, on) }) : undefined
}

const isCancelled = (surface: Surface, control: Control): boolean =>
  surface.cancelled !== undefined && click(surface, { element: control.element, chosen: [] })?.url === surface.cancelled

/** Buttons and links that cancel, the surest first. */
export const cancellers = (surface: Surface): Control[] => {
  const clicked = surface.controls.filter(isClicked)
  const weight = (control: Control) =>
    isCancelled(surface, control) ? 4 : control.reading.purpose === 'cancel' ? control.reading.weight : 0
  return clicked.filter(one => weight(one) > 0).sort((a, b) => weight(b) - weight(a))
}

const guessedCancel = (surface: Surface): Plan | undefined => {
  const [on] = cancellers(surface)
  if (on) return planOf(surface, { on, chosen: withDefaults(surface, on) })
  const choice = surface.controls.find(one => !isClicked(one) && isFor('cancel')(one))
  const sender = choice && payers(surface).find(one => shareForm(surface, one, choice))
  return choice && sender && planOf(surface, { on: sender, chosen: withDefaults(surface, sender, [choice.element]) })
}

/** After a first click on cancel: a page that asks whether that was meant. */
export const confirmed = (surface: Surface): Plan | undefined => {
  const [on] = surface.controls
    .filter(isClicked)
    .filter(isFor('pay', 'onward'))
    .filter(one => !leadsBeyond(surface, one))
  return guessedCancel(surface) ?? (on && planOf(surface, { on, chosen: withDefaults(surface, on) }))
}

/** What a customer chooses besides: something that works in every choice, and what has to be ticked. */
const withDefaults = (surface: Surface, on: Control, chosen: readonly Element[] = []): Element[] => {
  const form = formIn(surface, on)
  if (form === undefined) return [...chosen]
  const inForm = surface.controls.filter(one => !isClicked(one) && formIn(surface, one) === form)
  const added = choicesOf(surface, inForm).flatMap(choice => goodOne(choice, chosen))
  const ticks = inForm.filter(
    ({ role, element }) => role === 'checkbox' && surface.$(element).attr('required') !== undefined,
  )
  return [...chosen, ...added, ...ticks.map(one => one.element)]
}

type Choice = { members: Control[]; selected: readonly Element[] }

/** The groups of radio buttons and the lists among the controls. */
const choicesOf = ({ $ }: Surface, controls: readonly Control[]): Choice[] => {
  const groups = new Map<Element, Choice>()
  for (const control of controls) {
    if (control.role === 'checkbox') continue
    const [key, selected] = control.role === 'radio' ? radioChoice($, control.element) : listChoice($, control.element)
    const choice = groups.get(key) ?? { members: [], selected }
    choice.members.push(control)
    groups.set(key, choice)
  }
  return [...groups.values()]
}

const radioChoice = ($: CheerioAPI, radio: Element): [Element, Element[]] => {
  const group = radioGroup($, radio)
  return [group[0] ?? radio, group.filter(one => $(one).attr('checked') !== undefined).slice(-1)]
}

const listChoice = ($: CheerioAPI, option: Element): [Element, readonly Element[]] => {
  const list = closest(option, 'select') ?? option
  return [list, selectedOptions($, list)]
}

/** Nothing where what is selected works already, or where the customer has chosen. */
const goodOne = ({ members, selected }: Choice, chosen: readonly Element[]): Element[] => {
  if (members.some(one => chosen.includes(one.element))) return []
  const works = (one: Control) => !isFor('fail', 'cancel')(one) && !isPlaceholder(one)
  if (members.some(one => selected.includes(one.element) && works(one))) return []
  const good = members.find(works)
  return good ? [good.element] : []
}

const isPlaceholder = ({ role, element }: Control): boolean =>
  role === 'option' && collapsed(element.attribs.value ?? 'some') === ''

/** How many ways to pay a page offers: what can be chosen, else the buttons that pay. */
export const countOptions = (surface: Surface): number => {
  const buttons = payers(surface).filter(one => one.role === 'button')
  const forms = new Set(buttons.map(one => formIn(surface, one)))
  const inForms = surface.controls.filter(one => !isClicked(one) && forms.has(formIn(surface, one)))
  const choices = choicesOf(surface, inForms).map(({ members }) => members.filter(one => !isPlaceholder(one)).length)
  return Math.max(buttons.length, payers(surface).length > 0 ? 1 : 0, ...choices)
}

/** Buttons and links whose purpose nobody can tell: one of them may be what is missing. */
export const unread = (surface: Surface): Control[] => {
  const used = new Set(payers(surface).slice(0, 1))
  return surface.controls
    .filter(isClicked)
    .filter(isFor('unknown'))
    .filter(one => !used.has(one) && !isOutside(surface, one))
}

const isOutside = (surface: Surface, control: Control): boolean =>
  control.role === 'link' && leadsBeyond(surface, control)

/** Whether the form of a page has controls that only script gives a meaning. */
export const needsScript = ({ $ }: Document): boolean =>
  $('script').length > 0 &&
  $('form')
    .toArray()
    .every(form => controlsIn($, form).length === 0)
