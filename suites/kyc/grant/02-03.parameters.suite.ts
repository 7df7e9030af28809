import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json.ts'
import { type GrantRequest, sendGrantControl, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** Fails the clause unless a request is refused with 400 and JSON; the members of the error are tested by ERR-01. */
const expectJsonRefusal = async (context: CheckContext, changes: Partial<GrantRequest>, what: string) => {
  await sendGrantControl(context)
  const response = await sendGrantRequest(context, changes)
  expectThat(response.status === 400, `a request with ${what} is not refused as required`, {
    expected: '400',
    actual: summary(response),
  })
  expectThat(isObject(response.json), `the refusal of a request with ${what} is not JSON`, {
    expected: 'a JSON error',
    actual: (response.text ?? 'bytes that are not UTF-8').slice(0, 200),
  })
}

for (const name of ['grants', 'user_ocid', 'callback_url'] as const) {
  clause('GRANT-02', `no ${name}`, context => expectJsonRefusal(context, { [name]: undefined }, `no ${name}`))

  clause('GRANT-02', `empty ${name}`, context => expectJsonRefusal(context, { [name]: '' }, `an empty ${name}`))
}

/** Returns texts that are not an integer, though a lenient reader takes some of them for the OCID. */
const notIntegers = (ocid: number): string[] => [
  'requester',
  `${ocid}abc`,
  `x${ocid}`,
  `${ocid}.5`,
  `${ocid}e1`,
  `0x${ocid.toString(16)}`,
  `${ocid},${ocid}`,
  `${ocid};`,
  String(ocid).replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
  'NaN',
  'null',
]

clause('GRANT-03', 'path OCID that is no integer', async context => {
  await sendGrantControl(context)
  const requests = notIntegers(context.requester.ocid).map(async ocid => {
    const response = await sendGrantRequest(context, { ocid })
    expectThat([400, 404].includes(response.status), `the requester “${ocid}” is not refused`, {
      expected: '400 or 404',
      actual: summary(response),
    })
  })
  await Promise.all(requests)
})

clause('GRANT-03', 'user_ocid that is no integer', async context => {
  await sendGrantControl(context)
  const requests = notIntegers(context.user.ocid).map(async user_ocid => {
    const response = await sendGrantRequest(context, { user_ocid })
    expectThat(response.status === 400, `the user_ocid “${user_ocid}” is not refused`, {
      expected: '400',
      actual: summary(response),
    })
  })
  await Promise.all(requests)
})

/** A request without its required parameters is refused. Heading: GET /kyc/grant/{ocid}. */
export const grantParameters = whereDeclared(suite)
