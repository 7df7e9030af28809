import { Comment, Document, Element, NodeWithChildren, ProcessingInstruction, Text } from 'domhandler'

/**
 * A document serialized for another thread: its nodes, each after its parent. `parents`: the number of the parent, from 1; 0 is the
 * document. `attributes`: the number of an element's attributes. `strings`: the name and attributes of an element, or the text of another
 * node.
 */
export type FlatDocument = {
  kinds: Uint8Array
  parents: Uint32Array
  attributes: Uint32Array
  strings: string[]
  /** Number of characters of scripts and style sheets. */
  code: number
  /** Whether the document exceeds the limits. */
  isCut: boolean
}

/**
 * Limits of a document: nodes and attributes, characters, characters of text outside scripts and style sheets, and levels of nesting.
 * Pages for people have fewer.
 */
const limits = { parts: 60_000, characters: 4_194_304, text: 524_288, depth: 200 }

const kinds = { element: 0, text: 1, comment: 2, directive: 3, fragment: 4 } as const

type Node = Document['children'][number]

const kindOf = (node: Node): number => {
  if (node instanceof Element) return kinds.element
  if (node instanceof Text) return kinds.text
  if (node instanceof Comment) return kinds.comment
  return node instanceof ProcessingInstruction ? kinds.directive : kinds.fragment
}

const stringsOf = (node: Node): string[] => {
  if (node instanceof Element) return [node.name, ...Object.entries(node.attribs).flat()]
  if (node instanceof ProcessingInstruction) return [node.name, node.data]
  return node instanceof Text || node instanceof Comment ? [node.data] : []
}

const isCode = ({ parent }: Text): boolean => parent instanceof Element && /^(?:script|style)$/.test(parent.name)

type Place = { node: Node | null; parent: number; depth: number }

/** Serializes a document, as far as the limits allow. */
export const flatten = (root: Document | undefined): FlatDocument => {
  const [found, parents, attributes]: [number[], number[], number[]] = [[], [], []]
  const strings: string[] = []
  let [parts, characters, text, code, isCut] = [0, 0, 0, 0, false]
  const open: Place[] = [{ node: root?.firstChild ?? null, parent: 0, depth: 1 }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node, parent, depth } = place
    if (node === null) continue
    const own = stringsOf(node)
    parts += (own.length + 1) / 2
    for (const { length } of own) characters += length
    if (node instanceof Text) {
      if (isCode(node)) code += node.data.length
      else text += node.data.length
    }
    isCut ||= depth > limits.depth
    if (parts > limits.parts || characters > limits.characters || text > limits.text) {
      isCut = true
      break
    }
    open.push({ node: node.next, parent, depth })
    if (depth > limits.depth) continue
    found.push(kindOf(node))
    parents.push(parent)
    attributes.push(node instanceof Element ? (own.length - 1) / 2 : 0)
    for (const each of own) strings.push(each)
    if (node instanceof NodeWithChildren) open.push({ node: node.firstChild, parent: found.length, depth: depth + 1 })
  }
  return {
    kinds: Uint8Array.from(found),
    parents: Uint32Array.from(parents),
    attributes: Uint32Array.from(attributes),
    strings,
    code,
    isCut,
  }
}

/** Restores a document that another thread flattened. */
export const rebuild = ({ kinds: found, parents, attributes, strings }: FlatDocument): Document => {
  const root = new Document([])
  const nodes: NodeWithChildren[] = [root]
  let next = 0
  const take = (): string => strings[next++] ?? ''
  for (const [at, kind] of found.entries()) {
    const node = nodeOf(kind, take, attributes[at] ?? 0)
    const parent = nodes[parents[at] ?? 0] ?? root
    const previous = parent.children.at(-1) ?? null
    node.parent = parent instanceof Element || parent instanceof Document ? parent : root
    node.prev = previous
    if (previous) previous.next = node
    parent.children.push(node)
    nodes.push(node instanceof NodeWithChildren ? node : root)
  }
  return root
}

const nodeOf = (kind: number, take: () => string, attributes: number): Node => {
  if (kind === kinds.text) return new Text(take())
  if (kind === kinds.comment) return new Comment(take())
  if (kind === kinds.directive) return new ProcessingInstruction(take(), take())
  if (kind === kinds.fragment) return new Document([])
  const name = take()
  const attribs: Record<string, string> = Object.create(null)
  for (let attribute = 0; attribute < attributes; attribute++) {
    const key = take()
    attribs[key] = take()
  }
  return new Element(name, attribs)
}
