import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonObject } from '../protocol/json/json.ts'
import { type SchemaName, schema, schemaNames } from './index.ts'
import type { Messages } from './messages.ts'
import { toViolations, type Violation } from './violation.ts'

export { isSchemaName, type SchemaName, schema, schemaNames } from './index.ts'

export type { Violation } from './violation.ts'

/** The harness's own documents are written by hand, so their violations explain the member. */
const explained: ReadonlySet<SchemaName> = new Set<SchemaName>(['config', 'provisioning', 'profile'])

// No coercion, defaults or removal: a value is judged as it was sent, and never changed.
const makeAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    strictRequired: true,
    // Compiling the meta-schema would cost as much as all that a run needs; a test validates our schemas.
    validateSchema: false,
  })
  formats.default(ajv)
  for (const name of schemaNames) ajv.addSchema(schema(name) as AnySchemaObject)
  return ajv
}

let ajv: Ajv2020 | undefined

const compiled = (name: SchemaName): ValidateFunction => {
  ajv ??= makeAjv()
  const validate = ajv.getSchema(schema(name).$id)
  if (validate === undefined) throw new Error(`schema ${name} is not registered`)
  return validate
}

/**
 * Validates a value against a schema and returns its violations (a hundred at most); empty if it is valid. Compiles the
 * schema at its first use.
 */
export const violations = (name: SchemaName, value: unknown): Violation[] => {
  const validate = compiled(name)
  if (validate(value)) return []
  return toViolations(validate.errors ?? [], explained.has(name))
}

/** Checks that a value is valid against a schema; narrows it to the message type. */
export const isValid = <Name extends SchemaName>(name: Name, value: unknown): value is Messages[Name] =>
  compiled(name)(value)

/** A message that fits a schema; without one it is any object. */
export type MessageOf<Name extends SchemaName | undefined> = Name extends SchemaName ? Messages[Name] : JsonObject
