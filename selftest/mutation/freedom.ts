import type { Ignorer } from '@stryker-mutator/api/ignore'
import { errorCatalogue } from '../../protocol/errors.ts'

/** The members of a syntax tree node that are used here. */
type Node = {
  type: string
  value?: unknown
  quasis?: { value: { raw: string } }[]
  callee?: Node
  name?: string
  arguments?: Node[]
  expression?: Node
  body?: Node
  key?: Node
  id?: Node
  property?: Node
  properties?: Node[]
}
type Path = { node: Node; parent?: Node; listKey?: string; key?: string | number }

/** The reasons to ignore a mutant: no clause can concern code of this shape. */
export const ignoreReasons = {
  words: 'Wording: the document leaves messages and pages to the implementation',
  details: 'The content of `error.details`, which the document does not define',
  codes: 'Error codes for conditions without a documented code',
  guard:
    'The guard against private addresses: all addresses of a run are provisioned and thus exempt; unit tests prove it',
  bugs: 'How bugs are reported to the operator of a role',
  labels: 'The name of the operation of a route: only policies that replace those of the reference use it',
  secure: 'The Secure attribute of cookies: a run on loopback uses http; the tests of both pages prove it',
  closing: 'Operation: timers, connections and routes that remain when a role ends',
  outlives: 'Persistence: a certification does not see data that is stored between processes',
} as const

const textOf = ({ type, value, quasis = [] }: Node): string | undefined => {
  if (type === 'StringLiteral') return String(value)
  return type === 'TemplateLiteral' ? quasis.map(({ value: { raw } }) => raw).join('…') : undefined
}

const nameOf = (node: Node | undefined): string => node?.name ?? node?.id?.name ?? ''

const isCallOf = (parent: Node | undefined, names: RegExp): boolean =>
  names.test(nameOf(parent?.callee?.property ?? parent?.callee))

/** Returns whether a text is prose: a sentence, the message of an error or notice, or the label of a payment option. */
const isWording = ({ node, parent, listKey, key }: Path): boolean => {
  const text = textOf(node)
  if (text === undefined) return false
  const isLast = listKey === 'arguments' && key === (parent?.arguments?.length ?? 0) - 1
  const isMessage = isCallOf(parent, /^(Error|RangeError|noAccount)$/) && isLast
  const isCaption = parent?.type === 'ObjectProperty' && /^(label|hint)$/.test(nameOf(parent.key))
  return / .*\.$/.test(text) || isCaption || isMessage || isCallOf(parent, /^(invalid|invalidCallback|notice)$/)
}

/** Returns whether code makes or uses the page for a single message. */
const isNotice = ({ node }: Path): boolean => {
  if (node.type === 'VariableDeclarator') return nameOf(node.id) === 'notice'
  const [property, ...others] = node.type === 'ObjectExpression' ? (node.properties ?? []) : []
  return others.length === 0 && isCallOf(property?.value as Node | undefined, /^notice$/)
}

const isDetails = ({ node, parent, listKey, key }: Path): boolean =>
  node.type === 'ObjectExpression' &&
  listKey === 'arguments' &&
  ((key === 3 && isCallOf(parent, /^Refusal$/)) || (key === 1 && isCallOf(parent, /^invalid$/)))

const documented = new Set(Object.entries(errorCatalogue).flatMap(([code, { documented }]) => (documented ? code : [])))

const isOwnCode = ({ node, parent }: Path): boolean => {
  const text = textOf(node) ?? ''
  const isCode =
    isCallOf(parent, /^Refusal$/) || parent?.type === 'ObjectProperty' || parent?.type === 'LogicalExpression'
  return /^[A-Z]+(_[A-Z]+)+$/.test(text) && isCode && !documented.has(text)
}

const guardNames =
  /^(furtherSpecialRanges|isPublicAddress|isPublicHost|refusedName|guardedLookup|isRefusedLiteral|sendGuarded|guarded)$/

const isGuard = ({ node }: Path): boolean => node.type === 'VariableDeclarator' && guardNames.test(nameOf(node.id))

const isReport = ({ node }: Path): boolean =>
  node.type === 'ExpressionStatement' && isCallOf(node.expression, /^reportBug$/)

/** Returns whether code is the `{ config: { operation } }` of a route. */
const isLabel = ({ node: { type, properties = [] } }: Path): boolean =>
  type === 'ObjectExpression' && properties.length === 1 && nameOf(properties[0]?.key) === 'config'

const isSecureMark = ({ node }: Path): boolean => node.type === 'VariableDeclarator' && nameOf(node.id) === 'secureMark'

const closingCalls = /^(unref|clearTimeout)$/

const isClosing = ({ node }: Path): boolean => {
  if (node.type === 'VariableDeclarator') return nameOf(node.id) === 'close'
  if (node.type === 'ArrowFunctionExpression') return isCallOf(node.body, closingCalls)
  const [event] = node.expression?.arguments ?? []
  const isHook = isCallOf(node.expression, /^addHook$/) && event?.value === 'onClose'
  return node.type === 'ExpressionStatement' && (isHook || isCallOf(node.expression, closingCalls))
}

const persistenceNames = /^(answerWhenKept|resume|watch|kept|storage|memoryStorage)$/

const isPersistence = ({ node }: Path): boolean => {
  if (node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod') return persistenceNames.test(nameOf(node.key))
  if (node.type === 'VariableDeclarator') return persistenceNames.test(nameOf(node.id))
  if (node.type === 'ArrowFunctionExpression') return isCallOf(node.body, persistenceNames)
  return node.type === 'ExpressionStatement' && isCallOf(node.expression, persistenceNames)
}

/** Ignores mutants that no clause can concern. */
export const freedom: Ignorer = {
  shouldIgnore: path => {
    const here = path as Path
    if (isWording(here) || isNotice(here)) return ignoreReasons.words
    if (isDetails(here)) return ignoreReasons.details
    if (isOwnCode(here)) return ignoreReasons.codes
    if (isGuard(here)) return ignoreReasons.guard
    if (isReport(here)) return ignoreReasons.bugs
    if (isLabel(here)) return ignoreReasons.labels
    if (isSecureMark(here)) return ignoreReasons.secure
    if (isClosing(here)) return ignoreReasons.closing
    return isPersistence(here) ? ignoreReasons.outlives : undefined
  },
}
