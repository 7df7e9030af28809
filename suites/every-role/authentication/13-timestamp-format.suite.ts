/**
 * AUTH-13 · The timestamp is integer Unix seconds: milliseconds, ISO 8601, fractions, empty and signed forms are
 * refused.
 */

import { isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Returns the current second in other notations, which a lenient reader would accept. */
const notations = (now: number): Record<string, string> => ({
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

onEveryOperation('authentication-time', (clause, operation) => {
  const { name } = operation

  clause(
    'AUTH-13',
    {
      id: `${name}-with-a-timestamp-that-is-no-integer-of-seconds`,
      title: `${name} with a timestamp that is not an integer of seconds`,
    },
    async context => {
      await sendControl(context, operation)
      const requests = Object.entries(notations(context.requestNow())).map(async ([notation, timestamp]) => {
        const response = await send(context, operation, operation.body(context), { timestamp })
        expectThat(isRefusal(response), `${name} with ${notation} as X-OC-Timestamp is not refused`, {
          expected: `a refusal of ${timestamp || 'the empty value'}`,
          actual: summary(response),
        })
      })
      await Promise.all(requests)
    },
  )
})
