import {
  type CheerioAPI,
  collapsed,
  type Element,
  endsLine,
  isSeen,
  oncePerDocument,
  replacedText,
  typeOf,
} from './dom.ts'
import { radioGroup } from './forms.ts'

/**
 * A line of a page: its radio buttons and checkboxes, and the texts around them, one more than buttons. `isLed`: every button has a text
 * before it, and the line ends with a button.
 */
type Line = { boxes: readonly Element[]; texts: readonly string[]; isLed: boolean }

type OpenLine = { boxes: Element[]; texts: string[] }

const newLine = (): OpenLine => ({ boxes: [], texts: [''] })

/** Returns whether an element is a radio button or a checkbox. */
export const isBox = (element: Element): boolean =>
  element.name === 'input' && /^(?:radio|checkbox)$/.test(typeOf(element))

/** Other controls. */
const isOtherControl = ({ name }: Element): boolean => /^(?:button|input|select|textarea)$/.test(name)

/** Separates the cells of a row; it cannot occur in the text of a document. */
const cellEnd = '\0'

const withoutEmptyCells = (text: string): string => text.split(cellEnd).map(collapsed).filter(Boolean).join(cellEnd)

/** Maximum nesting depth; pages for people are shallower. */
const mostDepth = 200

const addText = (lines: OpenLine[], text: string): void => {
  const line = lines.at(-1)
  line?.texts.push(`${line.texts.pop() ?? ''}${text}`)
}

const addElement = (lines: OpenLine[], element: Element, depth: number): void => {
  if (depth > mostDepth || !isSeen(element)) return
  if (isBox(element)) {
    const line = lines.at(-1)
    line?.boxes.push(element)
    line?.texts.push('')
    return
  }
  const isEnd = endsLine(element) || isOtherControl(element)
  if (isEnd) lines.push(newLine())
  else addText(lines, `${element.name === 'td' || element.name === 'th' ? cellEnd : ''}${replacedText(element)}`)
  if (!isOtherControl(element))
    for (const child of element.children) {
      if (child.type === 'text') addText(lines, child.data)
      else if ('attribs' in child) addElement(lines, child, depth + 1)
    }
  if (isEnd) lines.push(newLine())
}

/** Returns the line of each radio button and checkbox; a table row is one line. */
const linesOf = oncePerDocument(($): ReadonlyMap<Element, Line> => {
  const lines = [newLine()]
  for (const body of $('body').toArray()) addElement(lines, body, 0)
  const trimmed = lines.map(({ boxes, texts: written }): Line => {
    const texts = written.map(withoutEmptyCells)
    return { boxes, texts, isLed: texts.at(-1) === '' && texts.slice(0, -1).every(text => text !== '') }
  })
  return new Map(trimmed.flatMap(line => line.boxes.map(box => [box, line] as const)))
})

/** By group, whether `isLed` is set for the lines of all its radio buttons. */
const ledGroups = new WeakMap<readonly Element[], boolean>()

const isGroupLed = ($: CheerioAPI, group: readonly Element[]): boolean => {
  const isLed = ledGroups.get(group) ?? group.every(radio => linesOf($).get(radio)?.isLed === true)
  ledGroups.set(group, isLed)
  return isLed
}

/** Returns the line of a button whose text precedes it; `undefined` unless its whole group has texts before. */
const lineLedByTexts = ($: CheerioAPI, box: Element): Line | undefined => {
  const line = linesOf($).get(box)
  if (line === undefined) return undefined
  // A text before a single checkbox may just end its description.
  if (typeOf(box) === 'checkbox') return line.boxes.length > 1 && line.isLed ? line : undefined
  return isGroupLed($, radioGroup($, box)) ? line : undefined
}

/** Returns the last sentence before a radio button or checkbox, where texts precede the buttons. */
export const textBefore = ($: CheerioAPI, box: Element): string | undefined => {
  const line = lineLedByTexts($, box)
  return line?.texts[line.boxes.indexOf(box)]?.split(/\0|[:.;?!|–—]\s+/).at(-1)
}

/** Returns the text of a line before the first radio button of a choice; empty if it may belong to another button. */
export const textBeforeChoice = ($: CheerioAPI, box: Element): string => {
  const line = typeOf(box) === 'radio' ? linesOf($).get(box) : undefined
  const group = radioGroup($, box)
  const first = line?.boxes.findIndex(other => group.includes(other)) ?? -1
  const isOwn = first === 0 || lineLedByTexts($, box) !== undefined
  return isOwn ? (line?.texts[first] ?? '').replaceAll(cellEnd, ' ') : ''
}
