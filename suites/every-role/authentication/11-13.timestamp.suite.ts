import { isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { control, farSeconds, onEveryCall, send } from '../../support/authenticated-operations.ts'

/** The present second written in other ways: a lenient reader would take each for a moment near now. */
const forms = (now: number): Record<string, string> => ({
  milliseconds: `${now}000`,
  'ISO 8601': new Date(now * 1000).toISOString(),
  'an HTTP date': new Date(now * 1000).toUTCString(),
  'a fraction': `${now}.5`,
  'an empty value': '',
  'a plus sign': `+${now}`,
  'a minus sign': `-${now}`,
  'an exponent': `${now / 1e9}e9`,
  hexadecimal: `0x${now.toString(16)}`,
  'digits with text behind': `${now}abc`,
  'digits with separators': `${now}`.replace(/\B(?=(\d{3})+$)/g, '_'),
})

/** When a request may be sent. Heading: Authentication, X-OC-Timestamp. */
export const authenticationTime = onEveryCall('authentication-time', (clause, call) => {
  const name = call.operation

  clause('AUTH-11', `${name} with a timestamp far in the past`, async context => {
    await control(context, call)
    const timestamp = context.now() - farSeconds
    await send(context, call, call.body(context), { timestamp }).expectRefusalWith('TIMESTAMP_EXPIRED')
  })

  clause('AUTH-12', `${name} with a timestamp far in the future`, async context => {
    await control(context, call)
    const timestamp = context.now() + farSeconds
    await send(context, call, call.body(context), { timestamp }).expectRefusalWith('TIMESTAMP_EXPIRED')
  })

  clause('AUTH-13', `${name} with a timestamp that is no integer of seconds`, async context => {
    await control(context, call)
    const tried = Object.entries(forms(context.now())).map(async ([form, timestamp]) => {
      const response = await send(context, call, call.body(context), { timestamp })
      expectThat(isRefusal(response), `${name} with ${form} as X-OC-Timestamp is not refused`, {
        expected: `a refusal of ${timestamp || 'the empty value'}`,
        actual: summary(response),
      })
    })
    await Promise.all(tried)
  })
})
