import type { CheckContext } from '../../../harness/context.ts'
import { isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { type Call, control, isDoneAtMost, onEveryCall, send } from '../../support/authenticated-operations.ts'

/** Texts that are no OCID, each of which a lenient reader would take for the sender's. */
const forms = (ocid: number): Record<string, string> => ({
  'a word': 'merchant',
  'digits with text behind': `${ocid}abc`,
  'a fraction': `${ocid}.5`,
  'a fraction of zero': `${ocid}.0`,
  'a negative number': `-${ocid}`,
  'a plus sign': `+${ocid}`,
  hexadecimal: `0x${ocid.toString(16)}`,
  'an exponent': `${ocid}e0`,
  'a list': `${ocid},${ocid}`,
  'the same in 32 bits': String(2n ** 32n + BigInt(ocid)),
  'the same in 64 bits': String(2n ** 64n + BigInt(ocid)),
  'the same as a double': `${ocid}.${'0'.repeat(30)}1`,
  'very long digits': '9'.repeat(400),
})

const refusesForm = async (context: CheckContext, call: Call, [form, ocid]: [string, string]) => {
  const response = await send(context, call, call.body(context), { ocid })
  expectThat(
    isRefusal(response) && response.status < 500,
    `${call.operation} with ${form} as X-OC-ID is not refused as it has to be`,
    { expected: `a refusal of ${ocid}, no 5xx`, actual: summary(response) },
  )
}

/** Who calls. Heading: Authentication, X-OC-ID. */
export const authenticationCaller = onEveryCall('authentication-caller', (clause, call) => {
  const name = call.operation

  clause('AUTH-16', `${name} by an OCID that nobody knows`, async context => {
    await control(context, call)
    const body = await call.body(context)
    await send(context, call, body, { as: context.nobody }).expectRefusalWith(...call.unknownCodes)
    await isDoneAtMost(context, { call, body }, 0)
  })

  clause('AUTH-17', `${name} by what is no OCID`, async context => {
    await control(context, call)
    const { ocid } = call.sender(context)
    await Promise.all(Object.entries(forms(ocid)).map(form => refusesForm(context, call, form)))
  })
})
