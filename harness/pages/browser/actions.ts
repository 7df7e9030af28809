import type { CDPSession } from 'playwright-core'
import { type CheerioAPI, closest, type Element } from '../dom.ts'
import { formOf, typedValue } from '../forms.ts'
import { liveAttributes, type Press } from '../live-document.ts'
import { answered, callOn } from './protocol.ts'
import { render } from './render.ts'

const refOf = (element: Element): number => Number(element.attribs[liveAttributes.ref])

/**
 * Uses a page as a user does: chooses, clears and types, and presses the control at last. Returns what the page showed right before
 * that; `undefined` if nothing had changed it.
 */
export const perform = async (
  session: CDPSession,
  $: CheerioAPI,
  press: Press & { isDouble?: boolean | undefined },
): Promise<string | undefined> => {
  const texts = textsFor($, press)
  for (const element of press.cleared ?? []) await setChosen(session, element, false)
  for (const element of press.chosen) await setChosen(session, element, true)
  for (const [element, text] of texts) await type(session, element, text)
  const isFilled = texts.length + press.chosen.length + (press.cleared?.length ?? 0) > 0
  const filled = isFilled ? (await render(session)).digest : undefined
  await pressOn(session, press.element, press.isDouble ? 2 : 1)
  return filled
}

/** Returns what to type: what the steps say, and what a customer types into required and card fields of the same form. */
const textsFor = ($: CheerioAPI, { element, typed = new Map() }: Press): [Element, string][] => {
  const form = formOf($, element)
  const fields = $(`[${liveAttributes.role}="text"]`)
    .toArray()
    .filter(field => !typed.has(field) && !field.attribs.value && formOf($, field) === form)
  const usual = fields
    .map((field): [Element, string] => [field, typedValue($, field)])
    .filter(([, text]) => text !== '')
  return [...usual, ...typed]
}

const isChosen = `function () {
  return this.tagName === 'OPTION' ? this.selected
    : this.tagName === 'INPUT' ? this.checked : this.getAttribute('aria-checked') === 'true'
}`

const select = (isWanted: boolean) => `function () {
  const list = this.closest('select')
  this.selected = ${isWanted}
  for (const name of ['input', 'change']) (list ?? this).dispatchEvent(new Event(name, { bubbles: true }))
}`

const setChosen = async (session: CDPSession, element: Element, isWanted: boolean): Promise<void> => {
  if ((await callOn(session, refOf(element), isChosen)) === isWanted) return
  if (closest(element, 'select')) return void (await callOn(session, refOf(element), select(isWanted)))
  await pressOn(session, element)
}

const empty = `function () {
  this.focus()
  if (this.select) this.select()
  else getSelection().selectAllChildren(this)
}`

const type = async (session: CDPSession, element: Element, text: string): Promise<void> => {
  await callOn(session, refOf(element), empty)
  await answered(session, session.send('Input.insertText', { text }))
  await callOn(session, refOf(element), `function () { this.dispatchEvent(new Event('change', { bubbles: true })) }`)
}

/** Whether a click at its middle meets the element: nothing lies over it. */
const isInReach = `function () {
  this.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { x, y, width, height } = this.getBoundingClientRect()
  const met = this.getRootNode().elementFromPoint(x + width / 2, y + height / 2)
  return met !== null && (met === this || this.contains(met) || met.closest('label')?.contains(this) === true)
}`

/** Presses a control with the mouse, perhaps twice; if something lies over it, as assistive technologies do. */
const pressOn = async (session: CDPSession, element: Element, clicks = 1): Promise<void> => {
  const ref = refOf(element)
  const quads = (await callOn(session, ref, isInReach)) === true ? await quadsOf(session, ref) : []
  const [quad] = quads
  if (quad === undefined) {
    for (let click = 0; click < clicks; click++) await callOn(session, ref, 'function () { this.click() }')
    return
  }
  const [x, y] = [0, 1].map(axis => [0, 2, 4, 6].reduce((sum, corner) => sum + (quad[corner + axis] ?? 0), 0) / 4)
  for (let clickCount = 1; clickCount <= clicks; clickCount++) {
    const at = { x: x ?? 0, y: y ?? 0, button: 'left' as const, clickCount }
    const events = (['mousePressed', 'mouseReleased'] as const).map(type =>
      answered(session, session.send('Input.dispatchMouseEvent', { type, ...at })),
    )
    await Promise.all(events)
  }
}

const quadsOf = async (session: CDPSession, backendNodeId: number): Promise<number[][]> => {
  const { quads } = await answered(session, session.send('DOM.getContentQuads', { backendNodeId })).catch(() => ({
    quads: [],
  }))
  return quads
}
