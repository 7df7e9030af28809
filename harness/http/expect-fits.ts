import { type SchemaName, violations } from '../../schemas/validate.ts'
import { brief, fail } from '../outcome.ts'
import { type HttpResponse, mediaType } from './response.ts'

/** Expects a JSON body that fits the schema; `what`: the name of the request in the report. */
export const expectJsonFits = (response: HttpResponse, schema: SchemaName, what: string): void => {
  if (response.json === undefined) {
    const actual = `${mediaType(response) || 'no content type'}: ${brief(response.text ?? 'bytes that are not UTF-8', 200)}`
    fail(`the response to ${what} is not JSON`, { expected: 'a JSON body', actual, at: response })
  }
  expectFits(response.json, schema, `the response to ${what}`, response)
}

/** Expects a value that fits the schema; `what`: its name in the report. */
export const expectFits = (value: unknown, schema: SchemaName, what: string, at?: HttpResponse): void => {
  const [misfit] = violations(schema, value)
  if (misfit)
    fail(`${what} does not fit its schema: ${misfit.path || 'the document'} ${misfit.message}`, {
      expected: `the schema ${schema}`,
      actual: value,
      at,
    })
}
