import type { ErrorObject } from 'ajv/dist/2020.js'
import { entryOf, textOf } from '../protocol/json/any-json.ts'

/** A violation of a schema: where it is (a JSON pointer; '' is the whole value) and the fault. Never quotes a value. */
export type Violation = { path: string; message: string }

type Wording = (error: ErrorObject) => string

/** Writes a member as a token of a JSON pointer (RFC 6901). */
const token = (member: string): string => `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`

const quoted = (values: readonly unknown[]): string => values.map(value => JSON.stringify(value)).join(', ')

const annotations = (error: ErrorObject): { [keyword: string]: unknown } => error.parentSchema ?? {}

const examples = (error: ErrorObject): string => {
  const { examples: values } = annotations(error)
  return Array.isArray(values) ? values.map(value => JSON.stringify(value)).join(' or ') : ''
}

const suchAs = (error: ErrorObject): string => (examples(error) === '' ? '' : `, such as ${examples(error)}`)

const shape = (error: ErrorObject): string =>
  examples(error) === '' ? `must match ${textOf(error.params.pattern)}` : `must look like ${examples(error)}`

const knownMembers = (error: ErrorObject): string => {
  const properties = annotations(error).properties
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return names.length > 0 ? ` (known: ${names.join(', ')})` : ''
}

const typeNames = (error: ErrorObject): string => [error.params.type].flat().map(textOf).join(' or ')

// Values are never quoted, because one of them may be a private key.
const words: Readonly<Record<string, Wording>> = {
  required: () => 'is required',
  additionalProperties: error => `is not a known member${knownMembers(error)}`,
  'false schema': () => 'must not be present',
  type: error => `must be ${typeNames(error)}`,
  enum: error => `must be one of ${quoted(error.params.allowedValues as unknown[])}`,
  const: error => `must be ${JSON.stringify(error.params.allowedValue)}`,
  pattern: shape,
  format: error => `must be a valid ${textOf(error.params.format)}${suchAs(error)}`,
  minLength: error => (error.params.limit === 1 ? 'must not be empty' : (error.message ?? 'is too short')),
  not: () => 'has a value that is reserved for another form of this message',
  oneOf: () => 'must have exactly one of the documented forms',
  propertyNames: () => 'is not an allowed name for a member',
}

/** Returns the member that an error is about, or '' if it is about the value itself. */
const memberOf = (error: ErrorObject): string => {
  if (error.keyword === 'required') return token(error.params.missingProperty)
  if (error.keyword === 'additionalProperties') return token(error.params.additionalProperty)
  if (error.keyword === 'propertyNames') return token(error.params.propertyName)
  return ''
}

const explanation = (error: ErrorObject): string => {
  const description = annotations(error).description
  const ofParent = error.keyword === 'required' || error.keyword === 'additionalProperties'
  return typeof description === 'string' && !ofParent ? `: ${description}` : ''
}

const toViolation = (error: ErrorObject, explained: boolean): Violation => {
  const message = entryOf(words, error.keyword)?.(error) ?? error.message ?? 'is not valid'
  return { path: error.instancePath + memberOf(error), message: explained ? message + explanation(error) : message }
}

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}/`)

/**
 * Leaves out errors of ajv that only lead up to another: `if` fails because of its branch, the branches of a failed
 * `oneOf` all fail, and `propertyNames` already reports a wrong name.
 */
const essential = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const choices = errors.filter(error => error.keyword === 'oneOf')
  const ofBranch = (error: ErrorObject): boolean =>
    error.keyword !== 'oneOf' && choices.some(choice => isWithin(error.instancePath, choice.instancePath))
  return errors.filter(error => error.keyword !== 'if' && error.propertyName === undefined && !ofBranch(error))
}

/** A hostile body may have as many violations as bytes; a longer list would not help. */
const maximum = 100

/** Turns the errors of ajv into violations: each once, a hundred at most; `explained` adds the description of the member. */
export const toViolations = (errors: readonly ErrorObject[], explained: boolean): Violation[] => {
  const found = new Map<string, Violation>()
  for (const error of essential(errors.slice(0, 2 * maximum))) {
    const violation = toViolation(error, explained)
    if (found.size < maximum) found.set(`${violation.path} ${violation.message}`, violation)
  }
  return [...found.values()]
}
