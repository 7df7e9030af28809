import { type HttpResponse, mediaType } from '../../../harness/http/response.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'

/** Fails the clause unless the response is application/json and valid UTF-8 JSON; a refusal may have no body (ERR-01). */
export const expectJson = (response: HttpResponse, what: string) => {
  if (response.silence || (response.status >= 300 && response.bytes.length === 0)) return
  expectThat(mediaType(response) === 'application/json', `the response to ${what} is not application/json`, {
    expected: 'application/json',
    actual: mediaType(response) || 'no content type',
    at: response,
  })
  expectThat(response.text !== undefined, `the response to ${what} is not UTF-8`, {
    expected: 'UTF-8',
    actual: 'other bytes',
    at: response,
  })
  const isPlainJson = response.json !== undefined && !response.text?.startsWith('\uFEFF')
  expectThat(isPlainJson, `the response to ${what} is not JSON`, {
    expected: 'JSON text, without a byte-order mark',
    actual: brief(response.text ?? '', 200),
    at: response,
  })
}
