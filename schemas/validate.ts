import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type SchemaName, schema, schemaNames } from './index.ts'
import type { Messages } from './messages.ts'
import { inViolations, type Violation } from './violation.ts'

export { isSchemaName, type SchemaName, schema, schemaNames } from './index.ts'

export type { Violation } from './violation.ts'

/** Our own documents: people write them by hand, so their violations explain the member. */
const explained: ReadonlySet<SchemaName> = new Set<SchemaName>(['config', 'provisioning', 'profile'])

// Neither coercion, defaults nor removal: a value is judged as it was sent, and never changed.
const makeAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, verbose: true, strictRequired: true })
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

/** In what a value does not fit a schema (a hundred faults at most); empty where it fits. Compiles the schema at its first use. */
export const violations = (name: SchemaName, value: unknown): Violation[] => {
  const validate = compiled(name)
  if (validate(value)) return []
  return inViolations(validate.errors ?? [], explained.has(name))
}

/** Whether a value fits a schema; narrows to its message type. */
export const fits = <Name extends SchemaName>(name: Name, value: unknown): value is Messages[Name] =>
  compiled(name)(value)
