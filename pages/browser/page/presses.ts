import type { CheerioAPI, Element } from '../../document/dom.ts'
import { liveAttributes, type Press } from '../../document/live-document.ts'

/** Identifies an element by role, name and value, to find it on another copy of its page, even if it is enabled on only one of them. */
const labelOf = ({ attribs }: Element): string =>
  JSON.stringify([
    attribs[liveAttributes.role] ?? attribs[liveAttributes.off],
    attribs[liveAttributes.name],
    attribs.value,
  ])

/** Identifies a press by the controls that it uses. */
export const nameOf = ({ element, chosen, typed }: Press): string =>
  [element, ...chosen, ...(typed?.keys() ?? [])].map(labelOf).join(' ')

const controlsWith = ($: CheerioAPI, label: string): Element[] =>
  $(`[${liveAttributes.role}], [${liveAttributes.off}]`)
    .toArray()
    .filter(element => labelOf(element) === label)

/** Returns the same control on another copy of a page; `undefined` if it is missing. */
const sameControl = (element: Element, from: CheerioAPI, to: CheerioAPI): Element | undefined => {
  const label = labelOf(element)
  return controlsWith(to, label)[controlsWith(from, label).indexOf(element)]
}

/** Returns the same press on another copy of a page; `undefined` if it lacks one of the controls. */
export const samePress = (press: Press, from: CheerioAPI, to: CheerioAPI): Press | undefined => {
  const find = (element: Element) => sameControl(element, from, to)
  const element = find(press.element)
  const [chosen, cleared] = [press.chosen, press.cleared ?? []].map(elements => elements.map(find))
  const typed = [...(press.typed ?? [])].map(([field, text]) => [find(field), text] as const)
  const all = [element, ...(chosen ?? []), ...(cleared ?? []), ...typed.map(([field]) => field)]
  if (element === undefined || all.includes(undefined)) return undefined
  const isFound = (found: Element | undefined): found is Element => found !== undefined
  return {
    element,
    chosen: (chosen ?? []).filter(isFound),
    cleared: (cleared ?? []).filter(isFound),
    typed: new Map(typed.flatMap(([field, text]) => (field ? [[field, text] as const] : []))),
  }
}
