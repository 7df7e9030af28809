import type { CDPSession } from 'playwright-core'
import { type CheerioAPI, resolve } from '../../document/dom.ts'
import { liveAttributes, markLive } from '../../document/live-document.ts'
import { readPage } from '../../reading/read-page.ts'
import { answered, Busy } from '../process/protocol.ts'
import { type Accessible, controlsOf, withFrames } from './snapshot.ts'

/** A page as the browser shows it: its document after scripts ran, with shadow trees and frames inlined. */
export type Rendering = { $: CheerioAPI; url: string; isCut: boolean; digest: string }

type Captured = Awaited<ReturnType<typeof capture>>
type Document = Captured['documents'][number]

const capture = (session: CDPSession) =>
  answered(session, session.send('DOMSnapshot.captureSnapshot', { computedStyles: ['visibility'] }))

/** Maximum number of nodes, characters and levels of nesting that are read. */
const limits = { nodes: 60_000, characters: 2_097_152, depth: 200 }

const nodesIn = async (session: CDPSession): Promise<number> => {
  const { metrics } = await answered(session, session.send('Performance.getMetrics'))
  return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0
}

/** Throws Busy if a page is too large for a snapshot: it may grow endlessly, and take all of the machine's memory. */
const expectModest = async (session: CDPSession): Promise<void> => {
  if ((await nodesIn(session)) <= limits.nodes) return
  // Nodes of earlier pages count until they are collected.
  await answered(session, session.send('HeapProfiler.collectGarbage'))
  const nodes = await nodesIn(session)
  if (nodes > limits.nodes) throw new Busy(`its scripts have made ${nodes} nodes, and ${limits.nodes} are read at most`)
}

/** Reads the page in a tab; `run`: identifies the run, whose pages share a budget. Throws Busy if that is too expensive. */
export const render = async (session: CDPSession, run?: object): Promise<Rendering> => {
  await expectModest(session)
  const [captured, controls] = await Promise.all([capture(session), controlsOf(session)])
  const accessible = captured.documents.length > 1 ? await withFrames(session, controls) : controls
  const writer: Writer = { captured, accessible, parts: [], size: 0, isCut: false }
  const [main] = captured.documents
  if (main) writeDocument(writer, main)
  const text = writer.parts.join('')
  const url = captured.strings[main?.documentURL ?? -1] ?? ''
  const { $, isCut } = await readPage({ text, isXml: true }, { url, run })
  return { $: markLive($), url, isCut: writer.isCut || isCut, digest: text }
}

type Writer = {
  captured: Captured
  accessible: ReadonlyMap<number, Accessible>
  parts: string[]
  size: number
  isCut: boolean
}

/** The nodes of one document, indexed. */
type Tree = {
  document: Document
  children: Map<number, number[]>
  shown: Uint8Array
  values: Map<number, string>
  texts: Map<number, string>
  checked: Set<number>
  selected: Set<number>
  frames: Map<number, number>
  userAgent: Set<number>
  /** The base address of a document in a frame. */
  base: string | undefined
}

const write = (writer: Writer, text: string): void => {
  writer.size += text.length
  if (writer.size > limits.characters) writer.isCut = true
  else writer.parts.push(text)
}

const pairs = (rare: { index: number[]; value: number[] } | undefined): [number, number][] =>
  (rare?.index ?? []).map((node, at) => [node, rare?.value[at] ?? -1])

const treeOf = ({ captured: { strings } }: Writer, document: Document, base?: string): Tree => {
  const { nodes } = document
  const children = new Map<number, number[]>()
  for (const [node, parent] of (nodes.parentIndex ?? []).entries()) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  const texts = (rare: Parameters<typeof pairs>[0]) =>
    new Map(pairs(rare).map(([node, text]): [number, string] => [node, strings[text] ?? '']))
  const shadows = pairs(nodes.shadowRootType).filter(([, type]) => strings[type] === 'user-agent')
  return {
    document,
    children,
    shown: shownIn(document, strings),
    values: texts(nodes.inputValue),
    texts: texts(nodes.textValue),
    checked: new Set(nodes.inputChecked?.index ?? []),
    selected: new Set(nodes.optionSelected?.index ?? []),
    frames: new Map(pairs(nodes.contentDocumentIndex)),
    userAgent: new Set(shadows.map(([node]) => node)),
    base,
  }
}

/** Returns for each node whether any part of it is laid out and visible. */
const shownIn = ({ nodes, layout }: Document, strings: readonly string[]): Uint8Array => {
  const parents = nodes.parentIndex ?? []
  const shown = new Uint8Array(parents.length)
  for (const [at, node] of layout.nodeIndex.entries())
    if (strings[layout.styles[at]?.[0] ?? -1] === 'visible') shown[node] = 1
  for (let node = parents.length - 1; node > 0; node--) {
    const parent = parents[node] ?? -1
    if (shown[node] && parent >= 0) shown[parent] = 1
  }
  return shown
}

const writeDocument = (writer: Writer, document: Document, base?: string): void => {
  const tree = treeOf(writer, document, base)
  for (const node of tree.children.get(0) ?? []) writeNode(writer, { tree, node, depth: 0 })
}

type Place = { tree: Tree; node: number; depth: number }

const kinds = { element: 1, text: 3, fragment: 11 }

const writeNode = (writer: Writer, place: Place): void => {
  const { tree, node, depth } = place
  const { nodes } = tree.document
  const kind = nodes.nodeType?.[node]
  if (depth > limits.depth || node > limits.nodes) writer.isCut = true
  if (writer.isCut || tree.userAgent.has(node)) return
  if (kind === kinds.text) write(writer, escaped(writer.captured.strings[nodes.nodeValue?.[node] ?? -1] ?? ''))
  else if (kind === kinds.fragment) writeChildren(writer, place)
  else if (kind === kinds.element) writeElement(writer, place)
}

const writeChildren = (writer: Writer, { tree, node, depth }: Place): void => {
  for (const child of tree.children.get(node) ?? []) writeNode(writer, { tree, node: child, depth: depth + 1 })
}

const writeElement = (writer: Writer, place: Place): void => {
  const { tree, node } = place
  const { strings, documents } = writer.captured
  const name = (strings[tree.document.nodes.nodeName?.[node] ?? -1] ?? '').toLowerCase()
  // A pseudo element, such as ::before, is not part of the document.
  if (!/^[a-z][^\s<>/&"'=]*$/.test(name)) return
  const attributes = attributesOf(writer, place, name)
  write(writer, `<${name}${attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}>`)
  const frame = documents[tree.frames.get(node) ?? -1]
  if (frame) writeDocument(writer, frame, strings[frame.baseURL] ?? '')
  else if (name === 'textarea') write(writer, escaped(tree.texts.get(node) ?? tree.values.get(node) ?? ''))
  else writeChildren(writer, place)
  write(writer, `</${name}>`)
}

/** Elements that are never laid out, but do not count as hidden. */
const unseen =
  /^(?:html|head|body|title|meta|link|script|style|base|option|optgroup|br|wbr|source|track|param|area|map|noscript|template|datalist|col|colgroup)$/

const attributesOf = (writer: Writer, { tree, node }: Place, element: string): [string, string][] => {
  const { strings } = writer.captured
  const own = tree.document.nodes.attributes?.[node] ?? []
  const attributes = new Map<string, string>()
  for (let at = 0; at < own.length; at += 2) {
    const name = strings[own[at] ?? -1] ?? ''
    if (/^[^\s"'<>/=&]+$/.test(name) && !Object.values<string>(liveAttributes).includes(name))
      attributes.set(name, strings[own[at + 1] ?? -1] ?? '')
  }
  setState(attributes, { tree, node, depth: 0 }, element)
  if (tree.base !== undefined) makeAbsolute(attributes, tree.base)
  const isShown = tree.shown[node] === 1 || unseen.test(element)
  if (isShown) attributes.delete('hidden')
  else attributes.set('hidden', '')
  setControl(attributes, writer, { tree, node, element })
  return [...attributes]
}

const setOrDelete = (attributes: Map<string, string>, name: string, isSet: boolean): void => {
  if (!isSet) attributes.delete(name)
  else if (!attributes.has(name)) attributes.set(name, '')
}

/** Replaces the state in the markup with the user's input. */
const setState = (attributes: Map<string, string>, { tree, node }: Place, element: string): void => {
  const type = (attributes.get('type') ?? '').toLowerCase()
  if (element === 'option') setOrDelete(attributes, 'selected', tree.selected.has(node))
  if (element !== 'input') return
  if (type === 'radio' || type === 'checkbox') setOrDelete(attributes, 'checked', tree.checked.has(node))
  else if (tree.values.has(node)) attributes.set('value', tree.values.get(node) ?? '')
}

const makeAbsolute = (attributes: Map<string, string>, base: string): void => {
  for (const name of ['href', 'action', 'formaction']) {
    const value = attributes.get(name)
    if (value !== undefined) attributes.set(name, resolve(value, base) ?? value)
  }
}

type Node = { tree: Tree; node: number; element: string }

const typedInto = /^(?:|text|email|tel|url|number|password|search|date|month)$/

/** Writes the role and name of a control, as assistive technologies read them. */
const setControl = (attributes: Map<string, string>, { accessible }: Writer, { tree, node, element }: Node): void => {
  const ref = tree.document.nodes.backendNodeId?.[node]
  if (ref === undefined) return
  attributes.set(liveAttributes.ref, String(ref))
  const control = accessible.get(ref)
  const isOff = control?.isDisabled || attributes.has('disabled')
  const type = (attributes.get('type') ?? '').toLowerCase()
  if (element === 'select' || (element === 'input' && (type === 'file' || type === 'hidden'))) return
  const isOption = element === 'option'
  const isField = tree.shown[node] === 1 && (element === 'textarea' || (element === 'input' && typedInto.test(type)))
  const role = isField ? 'text' : isOption ? 'option' : control?.role
  if (role === undefined || (isOff && role !== 'button' && role !== 'link')) return
  attributes.set(
    isOff ? liveAttributes.off : liveAttributes.role,
    role === 'text' && !isField && !attributes.has('contenteditable') ? 'button' : role,
  )
  attributes.set(liveAttributes.name, (control?.name ?? '').replace(/\s+/g, ' ').trim())
}

const escaped = (text: string): string =>
  text
    // A page may contain control characters, XML may not.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
