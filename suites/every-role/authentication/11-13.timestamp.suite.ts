import fc from 'fast-check'
import { isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { unlessQuick } from '../../members/samples.ts'
import {
  expectRefusedWithoutEffect,
  farSeconds,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'

/** Returns the current second in other notations; a lenient reader takes each for a moment near now. */
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

/** Seconds after which an age in milliseconds begins anew in 31 and in 32 bits. */
const counterEnds = [2 ** 31, 2 ** 32].map(ms => Math.round(ms / 1_000)) as [number, number]

/** The age of a request in seconds, at most twenty years, so that its timestamp has as many digits as one of now. */
const anyAge = fc.oneof(
  fc.integer({ min: farSeconds, max: 20 * 365 * 86_400 }),
  fc.constantFrom(...counterEnds),
  fc.integer({ min: 1, max: 100 }).map(times => Math.round((times * 2 ** 32) / 1_000)),
  // The same time of the day, on the same day of the week.
  fc.integer({ min: 1, max: 1_000 }).map(weeks => weeks * 7 * 86_400),
)

/** The first Unix second beyond 31 bits. A target may refuse it and the later ones as malformed. */
const firstBeyond = 2 ** 31

/** Seconds ahead after which a Unix second is the same as now in 31 and in 32 bits. */
const secondsEnds = [2 ** 31, 2 ** 32] as const

/** Unix seconds with fewer digits than those of now, among them the beginnings of `now`. */
const fewerDigits = (now: number): fc.Arbitrary<number> => {
  const digits = String(now)
  return fc.oneof(
    fc.nat({ max: 999_999_999 }),
    fc.integer({ min: 1, max: digits.length - 1 }).map(length => Number(digits.slice(0, length))),
  )
}

/** A request is sent within the accepted clock difference. Heading: Authentication, X-OC-Timestamp. */
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

  clause.property<number>('AUTH-12', `${name} with a timestamp far in the future`, async context => {
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
  })

  clause('AUTH-13', `${name} with a timestamp that is no integer of seconds`, async context => {
    await sendControl(context, operation)
    const requests = Object.entries(notations(context.requestNow())).map(async ([notation, timestamp]) => {
      const response = await send(context, operation, operation.body(context), { timestamp })
      expectThat(isRefusal(response), `${name} with ${notation} as X-OC-Timestamp is not refused`, {
        expected: `a refusal of ${timestamp || 'the empty value'}`,
        actual: summary(response),
      })
    })
    await Promise.all(requests)
  })
})
