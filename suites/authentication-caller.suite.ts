import { type Call, control, isDoneAtMost, onEveryCall, send } from './authenticated.ts'
import { holds } from './harness/outcome.ts'
import { isRefusal, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'

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

const refusesForm = async (stage: Stage, call: Call, [form, ocid]: [string, string]) => {
  const answer = await send(stage, call, call.body(stage), { ocid })
  holds(
    isRefusal(answer) && answer.status < 500,
    `${call.operation} with ${form} as X-OC-ID is not refused as it has to be`,
    { expected: `a refusal of ${ocid}, no 5xx`, actual: summary(answer) },
  )
}

/** Who calls. Heading: Authentication, X-OC-ID. */
export const authenticationCaller = onEveryCall('authentication-caller', (clause, call) => {
  const name = call.operation

  clause('AUTH-16', `${name} by an OCID that nobody knows`, async stage => {
    await control(stage, call)
    const body = await call.body(stage)
    await send(stage, call, body, { as: stage.nobody }).refusesWith(...call.unknownCodes)
    await isDoneAtMost(stage, { call, body }, 0)
  })

  clause('AUTH-17', `${name} by what is no OCID`, async stage => {
    await control(stage, call)
    const { ocid } = call.sender(stage)
    await Promise.all(Object.entries(forms(ocid)).map(form => refusesForm(stage, call, form)))
  })
})
