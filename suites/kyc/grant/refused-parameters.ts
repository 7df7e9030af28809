import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { type GrantRequest, sendGrantRequest } from '../../support/kyc/grant-request.ts'

/** Fails the clause unless a refusal is JSON; ERR-01 tests the members of the error. Heading: GET /kyc/grant/{ocid} ("400: JSON Error"). */
export const expectJson = (response: HttpResponse, what: string) =>
  expectThat(isObject(response.json), `the refusal of a request with ${what} is not JSON`, {
    expected: 'a JSON error, for browsers too',
    actual: (response.text ?? 'bytes that are not UTF-8').slice(0, 200),
  })

/** Fails the clause unless a request is refused with 400 and JSON. */
export const expectRefused = async (context: CheckContext, changes: Partial<GrantRequest>, what: string) => {
  const response = await sendGrantRequest(context, changes)
  expectThat(response.status === 400, `a request with ${what} is not refused as required`, {
    expected: '400',
    actual: summary(response),
  })
  expectJson(response, what)
}
