/** GRANT-03 · The path OCID and user_ocid are integers: anything else 400 with a JSON error (or 404 for the path). */

import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { sendGrantControl, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { expectJson, expectRefused } from './refused-parameters.ts'

const { clause } = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })

/** Returns texts that are not integers; a lenient reader mistakes some of them for the OCID. */
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

clause('GRANT-03', { id: 'path-ocid-that-is-no-integer', title: 'path OCID that is not an integer' }, async context => {
  await sendGrantControl(context)
  await withEach(context, notIntegers(context.requester.ocid), async ocid => {
    const response = await sendGrantRequest(context, { ocid })
    expectThat([400, 404].includes(response.status), `the requester “${ocid}” is not refused`, {
      expected: '400 or 404',
      actual: summary(response),
    })
    // A firewall or router may refuse an unusual character before the operation sees it.
    if (response.status === 400 && inAddress(ocid) === ocid) expectJson(response, `the requester “${ocid}”`)
  })
})

clause('GRANT-03', { id: 'user-ocid-that-is-no-integer', title: 'user_ocid that is not an integer' }, async context => {
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

clause(
  'GRANT-03',
  {
    id: 'ocids-that-are-no-integers-in-a-request-without-a-state',
    title: 'OCIDs that are not integers, in a request without a state',
  },
  async context => {
    const request = { state: undefined }
    await sendGrantControl(context, request)
    await expectRefused(context, { ...request, user_ocid: 'user' }, 'the user_ocid “user”, without a state,')
    const response = await sendGrantRequest(context, { ...request, ocid: 'requester' })
    expectThat([400, 404].includes(response.status), 'the requester “requester” is not refused without a state', {
      expected: '400 or 404',
      actual: summary(response),
    })
  },
)
