/** AUTH-11 · A timestamp far in the past is refused with TIMESTAMP_EXPIRED. */

import fc from 'fast-check'
import { unlessQuick } from '../../members/samples.ts'
import {
  expectRefusedWithoutEffect,
  farSeconds,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { anyAge, counterEnds } from './ages.ts'

/** Unix seconds with fewer digits than the current time, including prefixes of `now`. */
const fewerDigits = (now: number): fc.Arbitrary<number> => {
  const digits = String(now)
  return fc.oneof(
    fc.nat({ max: 999_999_999 }),
    fc.integer({ min: 1, max: digits.length - 1 }).map(length => Number(digits.slice(0, length))),
  )
}

onEveryOperation('authentication-time', (clause, operation) => {
  const { name } = operation

  clause.property<number>('AUTH-11', `${name} with a timestamp far in the past`, async context => {
    await sendControl(context, operation)
    const timestamp = context.requestNow() - farSeconds
    await expectRefusedWithoutEffect(context, { operation, timestamp }, 'TIMESTAMP_EXPIRED')
    return {
      arbitrary: () => anyAge,
      examples: unlessQuick(context, counterEnds),
      runs: 5,
      test: async (_, age) => {
        const sendOptions = { timestamp: context.requestNow() - age }
        await send(context, operation, operation.body(context), sendOptions).expectRefusalWith('TIMESTAMP_EXPIRED')
      },
    }
  })

  clause.property<number>('AUTH-11', `${name} with a timestamp of fewer digits`, async context => {
    await sendControl(context, operation)
    const now = context.requestNow()
    return {
      arbitrary: () => fewerDigits(now),
      examples: [0, Math.floor(now / 10)],
      runs: 2,
      // It may be refused as malformed.
      test: async (_, timestamp) => {
        await send(context, operation, operation.body(context), { timestamp }).expectRefused()
      },
    }
  })
})
