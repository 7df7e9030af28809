import type { CDPSession } from 'playwright-core'
import { answered } from '../process/protocol.ts'

declare const tab: CDPSession

/** All nodes of a page, with the styles of those that are laid out. */
export type Captured = Awaited<ReturnType<typeof tab.send<'DOMSnapshot.captureSnapshot'>>>

type Document = Captured['documents'][number]

const styles = ['visibility', 'cursor', 'content-visibility'] as const

/** Captures all nodes of a page. */
export const capture = (session: CDPSession): Promise<Captured> =>
  answered(session, session.send('DOMSnapshot.captureSnapshot', { computedStyles: [...styles] }))

/** The nodes of one document, indexed. */
export type Tree = {
  document: Document
  children: Map<number, number[]>
  shown: Uint8Array
  /** Elements that react to clicks, or say so by their cursor. */
  pressable: Set<number>
  holdsText(node: number): boolean
  /** Elements whose content is laid out only when it is scrolled to. */
  postponed: Set<number>
  values: Map<number, string>
  texts: Map<number, string>
  checked: Set<number>
  selected: Set<number>
  frames: Map<number, number>
  userAgent: Set<number>
  /** The base address of a document in a frame. */
  base: string | undefined
}

const pairs = (rare: { index: number[]; value: number[] } | undefined): [number, number][] =>
  (rare?.index ?? []).map((node, at) => [node, rare?.value[at] ?? -1])

/** Returns the nodes of a captured document; `base`: its base address, if it is in a frame. */
export const treeOf = ({ strings }: Captured, document: Document, base?: string): Tree => {
  const { nodes } = document
  const children = new Map<number, number[]>()
  for (const [node, parent] of (nodes.parentIndex ?? []).entries()) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  const texts = (rare: Parameters<typeof pairs>[0]) =>
    new Map(pairs(rare).map(([node, text]): [number, string] => [node, strings[text] ?? '']))
  const laidOut = new Set(document.layout.nodeIndex)
  const isEmpty = (node: number) => children.get(node)?.some(child => laidOut.has(child)) === false
  const isText = (node: number) =>
    nodes.nodeType?.[node] === 3 && /\S/.test(strings[nodes.nodeValue?.[node] ?? -1] ?? '')
  const shadows = pairs(nodes.shadowRootType).filter(([, type]) => strings[type] === 'user-agent')
  return {
    document,
    children,
    shown: shownIn(document, strings),
    pressable: new Set([...(nodes.isClickable?.index ?? []), ...styledAs(document, strings, ['cursor', 'pointer'])]),
    holdsText: node => children.get(node)?.some(isText) === true,
    postponed: new Set(styledAs(document, strings, ['content-visibility', 'auto']).filter(isEmpty)),
    values: texts(nodes.inputValue),
    texts: texts(nodes.textValue),
    checked: new Set(nodes.inputChecked?.index ?? []),
    selected: new Set(nodes.optionSelected?.index ?? []),
    frames: new Map(pairs(nodes.contentDocumentIndex)),
    userAgent: new Set(shadows.map(([node]) => node)),
    base,
  }
}

/** Returns the nodes that are laid out with a value of a style. */
const styledAs = (
  { layout }: Document,
  strings: readonly string[],
  [style, value]: [(typeof styles)[number], string],
): number[] => {
  const at = styles.indexOf(style)
  return layout.nodeIndex.filter((_, index) => strings[layout.styles[index]?.[at] ?? -1] === value)
}

/** Returns for each node whether any part of it is laid out and visible. */
const shownIn = (document: Document, strings: readonly string[]): Uint8Array => {
  const parents = document.nodes.parentIndex ?? []
  const shown = new Uint8Array(parents.length)
  for (const node of styledAs(document, strings, ['visibility', 'visible'])) shown[node] = 1
  for (let node = parents.length - 1; node > 0; node--) {
    const parent = parents[node] ?? -1
    if (shown[node] && parent >= 0) shown[parent] = 1
  }
  return shown
}
