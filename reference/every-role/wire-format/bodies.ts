import { Refusal } from '../../../protocol/errors.ts'
import { type Json, type JsonObject, parseStrict } from '../../../protocol/json/json.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import type { Messages } from '../../../schemas/messages.ts'
import { type SchemaName, type Violation, violations } from '../../../schemas/validate.ts'
import type { JsonResponse, Service } from '../contract.ts'

/** The content type of every JSON answer. Clause: FMT-04. */
export const jsonType = 'application/json; charset=utf-8'

/** Writes a body as JSON text. Clause: FMT-04. */
export const encode = (body: JsonObject): string => JSON.stringify(body)

/** Returns the answer to a request that succeeds. */
export const answer = (_operation: OperationName, body: JsonObject): JsonResponse => ({ status: 200, body })

const invalid = (message: string, details: JsonObject = {}): Refusal =>
  new Refusal('INVALID_REQUEST', 400, message, details)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses the bytes of a body; throws a Refusal if they are not UTF-8, not JSON, or can be read in two ways.
 * Clauses: FMT-06, FMT-07.
 */
export const parseBody = (bytes: Uint8Array): Json => {
  try {
    return parseStrict(utf8.decode(bytes))
  } catch {
    throw invalid('The body is not JSON that can be read in one way only.')
  }
}

/** Lists where a body departs from its schema. Clauses: FMT-05, FMT-08, FMT-09. */
export const shapeViolations: (schema: SchemaName, body: Json) => Violation[] = violations

/**
 * Reads the message in a body; throws a Refusal if it does not have the shape of its schema, before any other rule. Amounts,
 * currencies, OCIDs and items are answered as they were read, so that they keep their documented form.
 * Clauses: FMT-02, FMT-03, FMT-08, FMT-09, FMT-11.
 */
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
