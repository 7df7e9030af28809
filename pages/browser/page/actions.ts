import type { CDPSession } from 'playwright-core'
import { pause } from '../../../harness/pause.ts'
import { type CheerioAPI, closest, type Element } from '../../document/dom.ts'
import { formOf } from '../../document/forms.ts'
import { liveAttributes, type Press } from '../../document/live-document.ts'
import { typedValue } from '../../document/typed-value.ts'
import { answered, callOn, resolveNodes, Stuck } from '../process/protocol.ts'
import { samePress } from './presses.ts'
import { render } from './render.ts'

const refOf = (element: Element): number => Number(element.attribs[liveAttributes.ref])

/** A page in use: `objectOf` returns the browser's id of an element. */
type Used = { session: CDPSession; objectOf(element: Element): string }

/**
 * The control to press, and how; `digest`: the content of the page; `isInert`: it has no script; `isWorking`: whether a script may still
 * react to an action at a given time of `performance.now()`.
 */
export type Performance = {
  press: Press
  clicks: number
  digest: string
  isInert: boolean
  isWorking(since: number): boolean
  run: object | undefined
}

/** `before`: the content of the page right before the press; `isUnpressed`: the control stayed disabled. */
export type Performed = { before?: string; isUnpressed?: true }

/** A script has replaced a control. */
class Replaced extends Stuck {
  constructor() {
    super('its controls are replaced while it is used')
  }
}

/**
 * Uses a page as a user does: chooses, clears and types, and finally presses the control once it is enabled. Returns the content right
 * before the press, except for a page without script, which does not change on its own.
 */
export const perform = async (session: CDPSession, $: CheerioAPI, performance: Performance): Promise<Performed> => {
  let [shown, press] = [$, performance.press]
  // Reads the page again, since it may be redrawn after each choice; earlier choices persist.
  for (let left = press.chosen.length + (press.typed?.size ?? 0) + 1; ; left--)
    try {
      return await performOn(session, shown, { ...performance, press })
    } catch (error) {
      if (!(error instanceof Replaced) || left === 0) throw error
      const { $: now } = await render(session, performance.run)
      const again = samePress(press, shown, now)
      if (again === undefined) throw error
      ;[shown, press] = [now, again]
    }
}

const performOn = async (
  session: CDPSession,
  $: CheerioAPI,
  { press, clicks, digest, isInert, isWorking, run }: Performance,
): Promise<Performed> => {
  const texts = textsFor($, press)
  const toClear = press.cleared ?? []
  const filled = [...toClear, ...press.chosen, ...texts.map(([element]) => element)]
  const used = await use(session, [...filled, press.element])
  for (const element of toClear) await setChosen(used, element, false)
  for (const element of press.chosen) await setChosen(used, element, true)
  for (const [element, text] of texts) await type(used, element, text)
  const found = await lookForEnabled(used, press.element, isWorking)
  const isAsBefore = filled.length === 0
  const before = isAsBefore ? digest : isInert ? undefined : (await render(session, run)).digest
  if (!found.isDisabled) await clickAt(used, press.element, { found, clicks })
  return { ...(before === undefined ? {} : { before }), ...(found.isDisabled ? { isUnpressed: true } : {}) }
}

const use = async (session: CDPSession, elements: readonly Element[]): Promise<Used> => {
  const refs = [...new Set(elements.map(refOf))]
  const objects = await resolveNodes(session, refs)
  return { session, objectOf: element => objects.get(refOf(element)) ?? '' }
}

/** Returns the texts to type: those of the configured steps, and usual values for required and card fields of the same form. */
const textsFor = ($: CheerioAPI, { element, typed = new Map() }: Press): [Element, string][] => {
  const form = formOf($, element)
  const fields = $(`[${liveAttributes.role}="text"]`)
    .toArray()
    .filter(field => !typed.has(field) && !field.attribs.value && formOf($, field) === form)
  const usual = fields.map((field): [Element, string] => [field, typedValue(field)]).filter(([, text]) => text !== '')
  return [...usual, ...typed]
}

const select = (isWanted: boolean) => `function () {
  const list = this.closest('select')
  this.selected = ${isWanted}
  for (const name of ['input', 'change']) (list ?? this).dispatchEvent(new Event(name, { bubbles: true }))
}`

const setChosen = async (used: Used, element: Element, isWanted: boolean): Promise<void> => {
  const found = await lookFor(used, element)
  if (found.isChosen === isWanted) return
  if (closest(element, 'select')) return void (await callOn(used.session, used.objectOf(element), select(isWanted)))
  await clickAt(used, element, { found, clicks: 1 })
  // A dialog that opens, or a layout that shifts, may intercept the mouse click; choosing a radio button twice does no harm.
  const isIntercepted = element.attribs.type === 'radio' && (await lookFor(used, element)).isChosen !== isWanted
  if (isIntercepted) await callOn(used.session, used.objectOf(element), clickItself)
}

const clickItself = 'function () { this.click() }'

const empty = `function () {
  if (!this.isConnected) return false
  this.focus()
  if (this.select) this.select()
  else getSelection().selectAllChildren(this)
  return true
}`

const changed = `function () { this.dispatchEvent(new Event('change', { bubbles: true })) }`

const type = async ({ session, objectOf }: Used, element: Element, text: string): Promise<void> => {
  if ((await callOn(session, objectOf(element), empty)) !== true) throw new Replaced()
  await answered(session, session.send('Input.insertText', { text }))
  await callOn(session, objectOf(element), changed)
}

/** The state of a control; `isInReach`: a click at its centre hits it; `middle`: its centre in CSS pixels, unless it is in a frame. */
type Found = { isChosen: boolean; isDisabled: boolean; isInReach: boolean; middle?: [number, number] }

/** Scrolls to a control, and returns whether it is chosen or disabled, and whether its centre is uncovered. */
const look = `function () {
  if (!this.isConnected) return undefined
  const isChosen = this.tagName === 'OPTION' ? this.selected
    : this.tagName === 'INPUT' ? this.checked : this.getAttribute('aria-checked') === 'true'
  const isDisabled = this.matches(':disabled') || this.closest('[aria-disabled="true"]') !== null
  this.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { x, y, width, height } = this.getBoundingClientRect()
  const middle = [x + width / 2, y + height / 2]
  const met = this.getRootNode().elementFromPoint(...middle)
  const isInReach = met !== null && (met === this || this.contains(met) || met.closest('label')?.contains(this) === true)
  return { isChosen, isDisabled, isInReach, ...(window === window.top ? { middle } : {}) }
}`

const lookFor = async ({ session, objectOf }: Used, element: Element): Promise<Found> => {
  const found = (await callOn(session, objectOf(element), look)) as Found | undefined
  if (found === undefined) throw new Replaced()
  return found
}

/** Waits until a control is enabled, or no script is running that could enable it. */
const lookForEnabled = async (used: Used, element: Element, isWorking: Performance['isWorking']): Promise<Found> => {
  for (const since = performance.now(); ; await pause(lookAgainMs)) {
    const found = await lookFor(used, element)
    if (!found.isDisabled || !isWorking(since)) return found
  }
}

const lookAgainMs = 10

/** Clicks on a control with the mouse, `clicks` times; if the control is covered, clicks as assistive technologies do. */
const clickAt = async (
  used: Used,
  element: Element,
  { found, clicks }: { found: Found; clicks: number },
): Promise<void> => {
  const { session, objectOf } = used
  const middle = found.isInReach ? (found.middle ?? (await middleInFrame(session, refOf(element)))) : undefined
  if (middle === undefined) {
    for (let click = 0; click < clicks; click++) await callOn(session, objectOf(element), clickItself)
    return
  }
  const [x, y] = middle
  for (let clickCount = 1; clickCount <= clicks; clickCount++) {
    const at = { x, y, button: 'left' as const, clickCount }
    const events = (['mousePressed', 'mouseReleased'] as const).map(type =>
      answered(session, session.send('Input.dispatchMouseEvent', { type, ...at })),
    )
    await Promise.all(events)
  }
}

/** Returns the centre of an element in a frame, in CSS pixels of the page; `undefined` if it is not laid out. */
const middleInFrame = async (session: CDPSession, backendNodeId: number): Promise<[number, number] | undefined> => {
  const { quads } = await answered(session, session.send('DOM.getContentQuads', { backendNodeId })).catch(() => ({
    quads: [],
  }))
  const [quad] = quads
  if (quad === undefined) return undefined
  const middleOf = (axis: number) => [0, 2, 4, 6].reduce((sum, corner) => sum + (quad[corner + axis] ?? 0), 0) / 4
  return [middleOf(0), middleOf(1)]
}
