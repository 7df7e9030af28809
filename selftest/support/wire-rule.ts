import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isNewExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateSpan,
  isVariableStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Project, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** A place where a value of any type is used as if its type were known. */
type Finding = { file: string; text: string; why: string }

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The folders that handle received values; the reference validates them with its own schemas. */
const rooms = ['protocol', 'schemas', 'harness', 'pages', 'mocks', 'suites', 'reports', 'engine', 'cli']

/** Functions and classes that convert their argument to a string or a number by calling its `toString` or `valueOf`. */
const converting = new Set(
  'String Number BigInt Symbol Date URL RegExp parseInt parseFloat isNaN isFinite decodeURIComponent'.split(' '),
)

const operators: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.PlusToken,
  SyntaxKind.PlusEqualsToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
])

/** Objects with a meaningful `toString`. */
const textual = new Set(['URL', 'URLSearchParams', 'Date', 'RegExp', 'Buffer', 'Error'])

const scalar =
  TypeFlags.Nullable |
  TypeFlags.Void |
  TypeFlags.Never |
  TypeFlags.StringLike |
  TypeFlags.NumberLike |
  TypeFlags.BigIntLike |
  TypeFlags.BooleanLike |
  TypeFlags.EnumLike |
  TypeFlags.Index

const generic = TypeFlags.TypeParameter | TypeFlags.IndexedAccess | TypeFlags.Conditional | TypeFlags.Substitution

/** Returns the places in the sources that break the rule. `change` replaces the text of a file. */
export const wireFindings = (change: (file: string) => string | undefined = () => undefined): Finding[] => {
  const api = new API({ cwd: root, fs: { readFile: change } })
  try {
    const [project] = api.updateSnapshot({ openProject: `${root}/tsconfig.json` }).getProjects()
    if (project === undefined) throw new Error('TypeScript opens no project')
    const files = project.program.getSourceFileNames().filter(isChecked)
    return files.flatMap(file => findingsIn(project, file))
  } finally {
    api.close()
  }
}

const isChecked = (file: string): boolean =>
  rooms.some(room => file.startsWith(`${root}/${room}/`)) && /(?<!\.d)\.ts$/.test(file) && !/\.test\./.test(file)

type Use = { value: Node; why: string; always?: true; ofElements?: true; ofTable?: true; ofAny?: true }

const findingsIn = (project: Project, file: string): Finding[] => {
  const source = project.program.getSourceFile(file)
  if (source === undefined) return []
  const uses: Use[] = []
  const visit = (node: Node): void => {
    uses.push(...usesIn(node))
    node.forEachChild(visit)
  }
  visit(source)
  const types = project.checker.getTypeAtLocation(uses.map(({ value }) => value))
  return uses
    .filter((use, index) => isBroken(project, use, types[index]))
    .map(({ value, why }) => ({
      file: file.slice(root.length + 1),
      text: source.text.slice(value.parent.pos, value.parent.end).trim(),
      why,
    }))
}

const usesIn = (node: Node): Use[] => {
  if (isTemplateSpan(node)) return isTagged(node) ? [] : [{ value: node.expression, why: 'is written into a text' }]
  if (isPropertyAccessExpression(node)) return [{ value: node.expression, why: 'may be anything', ofAny: true }]
  if (isBinaryExpression(node) && operators.has(node.operatorToken.kind))
    return [node.left, node.right].map(value => ({ value, why: 'is an operand' }))
  if (isPrefixUnaryExpression(node) && [SyntaxKind.PlusToken, SyntaxKind.MinusToken].includes(node.operator))
    return [{ value: node.operand, why: 'is an operand' }]
  if (isElementAccessExpression(node))
    return [{ value: node.expression, why: 'is a table that `entryOf` must read', ofTable: true }]
  if (isCallExpression(node) || isNewExpression(node)) return usesInCall(node.expression, node.arguments ?? [])
  return []
}

const usesInCall = (called: Node, values: readonly Node[]): Use[] => {
  const [value] = values
  if (isIdentifier(called)) {
    if (called.text.startsWith('encodeURI') && value)
      return isWellFormed(value) ? [] : [{ value, why: 'may hold half a character', always: true }]
    return value && converting.has(called.text) ? [{ value, why: 'is converted' }] : []
  }
  if (!isPropertyAccessExpression(called)) return []
  const { name, expression } = called
  if (name.text === 'join') return [{ value: expression, why: 'is joined', ofElements: true }]
  const isSort = name.text === 'sort' || name.text === 'toSorted'
  return isSort && value === undefined ? [{ value: expression, why: 'is sorted as text', ofElements: true }] : []
}

/** `encodeURIComponent` throws at half of a character. */
const isWellFormed = (value: Node): boolean =>
  isCallExpression(value) &&
  isPropertyAccessExpression(value.expression) &&
  value.expression.name.text === 'toWellFormed'

/** Our own tags take any value; `html` escapes it. */
const isTagged = ({ parent }: Node): boolean =>
  parent?.parent !== undefined && isTaggedTemplateExpression(parent.parent)

const isBroken = (
  project: Project,
  { value, always, ofElements, ofTable, ofAny }: Use,
  type: Type | undefined,
): boolean => {
  if (type === undefined || always) return true
  if (ofAny) return (type.flags & TypeFlags.Any) !== 0
  if (ofTable) return isTableOfModule(project, value, type)
  const types = ofElements ? elementsOf(project, type) : [type]
  return !types.every(each => isKnown(project, each))
}

/** Returns the types of the elements of a list; none for other values with a method of that name. */
const elementsOf = ({ checker }: Project, type: Type): readonly Type[] =>
  (type.isUnionType() ? type.getTypes() : [type]).flatMap(each =>
    checker.isArrayLikeType(each) && each.isTypeReference() ? checker.getTypeArguments(each) : [],
  )

/** Returns whether the text of a value of this type is under our control. */
const isKnown = (project: Project, type: Type): boolean => {
  if (type.isUnionType()) return type.getTypes().every(each => isKnown(project, each))
  if (type.isIntersectionType()) return type.getTypes().some(each => isKnown(project, each))
  if ((type.flags & scalar) !== 0) return true
  if ((type.flags & generic) !== 0) {
    const constraint = project.checker.getBaseConstraintOfType(type)
    return constraint !== undefined && constraint.id !== type.id && isKnown(project, constraint)
  }
  return (type.flags & TypeFlags.Object) !== 0 && textual.has(type.getSymbol()?.name ?? '')
}

/** Returns whether a value is an object literal of a module indexed by arbitrary text, which may be `constructor`. */
const isTableOfModule = (project: Project, value: Node, type: Type): boolean => {
  const access = value.parent
  if (!isElementAccessExpression(access) || !isIdentifier(value) || project.checker.isArrayLikeType(type)) return false
  const key = project.checker.getTypeAtLocation(access.argumentExpression)
  const isAnyText = key !== undefined && (key.flags & (TypeFlags.String | TypeFlags.AnyOrUnknown)) !== 0
  return isAnyText && (type.flags & TypeFlags.StringLike) === 0 && isOfModule(project, value)
}

const isOfModule = (project: Project, value: Node): boolean => {
  const found = project.checker.getSymbolAtLocation(value)
  const isImported = found !== undefined && (found.flags & SymbolFlags.Alias) !== 0
  const symbol = isImported ? project.checker.getAliasedSymbol(found) : found
  const declaration = symbol?.valueDeclaration?.resolve(project)
  const statement = declaration?.parent?.parent
  return statement !== undefined && isVariableStatement(statement) && statement.parent.kind === SyntaxKind.SourceFile
}
