/** AUTH-12 · A timestamp far in the future is refused with TIMESTAMP_EXPIRED. */

import { unlessQuick } from '../../members/samples.ts'
import {
  farSeconds,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { anyAge } from './ages.ts'

/** The first Unix second beyond 31 bits. A target may refuse it and the later ones as malformed. */
const firstBeyond = 2 ** 31

/** Seconds until a 31-bit or 32-bit clock wraps to the current time. */
const secondsEnds = [2 ** 31, 2 ** 32] as const

onEveryOperation('authentication-time', (clause, operation) =>
  clause.property<number>('AUTH-12', `${operation.name} with a timestamp far in the future`, async context => {
    await sendControl(context, operation)
    return {
      arbitrary: () => anyAge,
      examples: [farSeconds, ...unlessQuick(context, secondsEnds)],
      runs: 3,
      test: async (_, seconds) => {
        const timestamp = context.requestNow() + seconds
        const response = send(context, operation, operation.body(context), { timestamp })
        if (timestamp < firstBeyond) await response.expectRefusalWith('TIMESTAMP_EXPIRED')
        else await response.expectRefused()
      },
    }
  }),
)
