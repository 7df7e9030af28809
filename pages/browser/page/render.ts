import type { CDPSession } from 'playwright-core'
import { type CheerioAPI, resolve } from '../../document/dom.ts'
import { liveAttributes, markLive } from '../../document/live-document.ts'
import { notePressable } from '../../document/pressable.ts'
import { readPage } from '../../reading/read-page.ts'
import { answered, Busy } from '../process/protocol.ts'
import { type Captured, capture, type Tree, treeOf } from './captured.ts'
import { type Accessible, controlsOf, withFrames } from './snapshot.ts'

/**
 * A page as the browser shows it: its document after scripts ran, with shadow trees and frames inlined; `isPartial`: the browser lays out
 * the rest of it only when that is scrolled to.
 */
export type Rendering = { $: CheerioAPI; url: string; isCut: boolean; isPartial: boolean; digest: string }

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
  const writer: Writer = { captured, accessible, parts: [], size: 0, isCut: false, isPartial: false }
  const [main] = captured.documents
  if (main) writeDocument(writer, main)
  const text = writer.parts.join('')
  const url = captured.strings[main?.documentURL ?? -1] ?? ''
  const { $, isCut } = await readPage({ text, isXml: true }, { url, run })
  if (writer.pressable !== undefined) notePressable($, writer.pressable)
  return { $: markLive($), url, isCut: writer.isCut || isCut, isPartial: writer.isPartial, digest: text }
}

type Writer = {
  captured: Captured
  accessible: ReadonlyMap<number, Accessible>
  parts: string[]
  size: number
  isCut: boolean
  isPartial: boolean
  /** A part that is not a known control and may react to a person. */
  pressable?: string
}

const write = (writer: Writer, text: string): void => {
  writer.size += text.length
  if (writer.size > limits.characters) writer.isCut = true
  else writer.parts.push(text)
}

const writeDocument = (writer: Writer, document: Tree['document'], base?: string): void => {
  const tree = treeOf(writer.captured, document, base)
  if (tree.pressable.has(0)) writer.pressable ??= 'a script that sees every click'
  for (const node of tree.children.get(0) ?? []) writeNode(writer, { tree, node, depth: 0 })
}

/** `isInControl`: within a known control, or its label. */
type Place = { tree: Tree; node: number; depth: number; isInControl?: boolean }

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

const writeChildren = (writer: Writer, place: Place): void => {
  for (const child of place.tree.children.get(place.node) ?? [])
    writeNode(writer, { ...place, node: child, depth: place.depth + 1 })
}

const nameOf = ({ captured: { strings } }: Writer, { tree, node }: Place): string =>
  (strings[tree.document.nodes.nodeName?.[node] ?? -1] ?? '').toLowerCase()

const writeElement = (writer: Writer, place: Place): void => {
  const { tree, node } = place
  const { strings, documents } = writer.captured
  const name = nameOf(writer, place)
  // A pseudo element, such as ::before, is not part of the document.
  if (!/^[a-z][^\s<>/&"'=]*$/.test(name)) return
  const attributes = attributesOf(writer, place, name)
  write(writer, `<${name}${attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}>`)
  const isKnown = isKnownControl(writer, place, attributes)
  if (!isKnown) noteUnread(writer, place, name)
  const frame = documents[tree.frames.get(node) ?? -1]
  if (frame) writeDocument(writer, frame, strings[frame.baseURL] ?? '')
  else if (name === 'textarea') write(writer, escaped(tree.texts.get(node) ?? tree.values.get(node) ?? ''))
  else writeChildren(writer, { ...place, isInControl: isKnown })
  write(writer, `</${name}>`)
}

/** Returns whether an element is a known control, the label of one, or within one. */
const isKnownControl = (writer: Writer, place: Place, attributes: readonly [string, string][]): boolean => {
  const name = nameOf(writer, place)
  const has = (...names: string[]) => attributes.some(([key]) => names.includes(key))
  return (
    place.isInControl === true ||
    has(liveAttributes.role, liveAttributes.off) ||
    /^(?:select|option|optgroup)$/.test(name) ||
    (name === 'label' && (has('for') || holdsField(writer, place)))
  )
}

const holdsField = (writer: Writer, { tree, node, depth }: Place): boolean =>
  (tree.children.get(node) ?? []).some(child => {
    const place = { tree, node: child, depth: depth + 1 }
    return (
      depth < limits.depth && (/^(?:input|select|textarea)$/.test(nameOf(writer, place)) || holdsField(writer, place))
    )
  })

/** Notes what of an element shows only once a person uses it. */
const noteUnread = (writer: Writer, { tree, node }: Place, name: string): void => {
  const element = `a <${name.slice(0, 20)}>`
  const isPressable = name === 'button' || tree.pressable.has(node)
  if (tree.shown[node] === 1 && isPressable) writer.pressable ??= `${element} that can be pressed`
  if (tree.shown[node] === 0 && !unseen.test(name) && tree.holdsText(node))
    writer.pressable ??= `${element} that is hidden`
  if (!tree.postponed.has(node)) return
  writer.isPartial = true
  writer.pressable ??= `${element} that is drawn once it is scrolled to`
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
