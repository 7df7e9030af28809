import { Refusal } from '../../protocol/errors.ts'
import { type Json, type JsonObject, parseStrict } from '../../protocol/json.ts'
import type { Messages } from '../../schemas/messages.ts'
import { type SchemaName, type Violation, violations } from '../../schemas/validate.ts'
import type { Service } from './contract.ts'

const invalid = (message: string, details: JsonObject = {}): Refusal =>
  new Refusal('INVALID_REQUEST', 400, message, details)

/** Bytes to JSON; a Refusal for what is not UTF-8, not JSON, or could be read in two ways. */
export const parseBody = (bytes: Uint8Array): Json => {
  try {
    return parseStrict(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalid('The body is not JSON that can be read in one way only.')
  }
}

/** How a body departs from its schema. */
export const shapeViolations: (schema: SchemaName, body: Json) => Violation[] = violations

/** The message in a body: its shape is checked before anything that the document says of it. */
export const readBody = <Name extends SchemaName>(
  bytes: Uint8Array,
  schema: Name,
  { policies }: Service,
): Messages[Name] => {
  const body = policies.parseBody(bytes)
  const found = policies.shapeViolations(schema, body)
  if (found.length > 0) throw invalid('The body does not have the documented shape.', { violations: found })
  // Just validated: the types are generated from the schemas.
  return body as Messages[Name]
}
