import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { isObject } from '../../../protocol/json/json.ts'
import {
  type GrantRequest,
  otherRequests,
  sendGrantControl,
  sendGrantRequest,
} from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'

/** A request without its required parameters is refused. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })

/** Fails the clause unless a refusal is JSON; ERR-01 tests the members of the error. Heading: GET /kyc/grant/{ocid} ("400: JSON Error"). */
const expectJson = (response: HttpResponse, what: string) =>
  expectThat(isObject(response.json), `the refusal of a request with ${what} is not JSON`, {
    expected: 'a JSON error, also for a browser',
    actual: (response.text ?? 'bytes that are not UTF-8').slice(0, 200),
  })

/** Fails the clause unless a request is refused with 400 and JSON. */
const expectRefused = async (context: CheckContext, changes: Partial<GrantRequest>, what: string) => {
  const response = await sendGrantRequest(context, changes)
  expectThat(response.status === 400, `a request with ${what} is not refused as required`, {
    expected: '400',
    actual: summary(response),
  })
  expectJson(response, what)
}

/** The same after a control. */
const expectJsonRefusal = async (context: CheckContext, changes: Partial<GrantRequest>, what: string) => {
  await sendGrantControl(context)
  await expectRefused(context, changes, what)
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
  `${ocid}.0`,
  ` ${ocid}`,
  `${ocid}\n`,
  `${ocid}\nabc`,
  String(ocid).replace(/\d/, '$&_'),
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
  await withEach(context, notIntegers(context.requester.ocid), async ocid => {
    const response = await sendGrantRequest(context, { ocid })
    expectThat([400, 404].includes(response.status), `the requester “${ocid}” is not refused`, {
      expected: '400 or 404',
      actual: summary(response),
    })
    // A firewall or a router may refuse an odd character before the operation sees it.
    if (response.status === 400 && inAddress(ocid) === ocid) expectJson(response, `the requester “${ocid}”`)
  })
})

clause('GRANT-03', 'user_ocid that is no integer', async context => {
  await sendGrantControl(context)
  await withEach(context, notIntegers(context.user.ocid), async user_ocid => {
    const response = await sendGrantRequest(context, { user_ocid })
    expectThat(response.status === 400, `the user_ocid “${user_ocid}” is not refused`, {
      expected: '400',
      actual: summary(response),
    })
    expectJson(response, `the user_ocid “${user_ocid}”`)
  })
})

for (const [way, request] of Object.entries(otherRequests))
  clause('GRANT-02', `parameters missing in a request ${way}`, async context => {
    await sendGrantControl(context, request)
    await withEach(context, ['grants', 'user_ocid', 'callback_url'], name =>
      expectRefused(context, { ...request, [name]: undefined }, `no ${name}, ${way},`),
    )
  })

clause('GRANT-03', 'OCIDs that are no integers in a request without a state', async context => {
  const request = { state: undefined }
  await sendGrantControl(context, request)
  await expectRefused(context, { ...request, user_ocid: 'user' }, 'the user_ocid “user”, without a state,')
  const response = await sendGrantRequest(context, { ...request, ocid: 'requester' })
  expectThat([400, 404].includes(response.status), 'the requester “requester” is not refused without a state', {
    expected: '400 or 404',
    actual: summary(response),
  })
})
