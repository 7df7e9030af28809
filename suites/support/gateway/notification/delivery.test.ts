import { expect, test } from 'vitest'
import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest, RequestFilter } from '../../../../harness/counterpart.ts'
import { createPatience } from '../../../../harness/notification-patience.ts'
import { expectAtMerchant } from './delivery.ts'
import { isAboutTransaction } from './notifications.ts'

const notification = (reference: string, responseStatus: number): RecordedRequest =>
  ({ kind: 'notification', ocid: 2001, path: '/', body: reference, responseStatus }) as RecordedRequest

/** Awaits the notification of `first`; `earlier` were sent before, and `then` is sent once there is another transfer. */
const awaitFirst = async (earlier: RecordedRequest[], then: string[]) => {
  const sent = [...earlier]
  const context = {
    merchant: { ocid: 2001 },
    partner: { ocid: 3001 },
    fresh: () => 'later',
    counterpart: {
      baseUrl: 'http://counterpart.test',
      journal: { find: (filter: RequestFilter) => sent.filter(filter) },
    },
    run: { patience: createPatience(60_000), metadata: { json: {} }, role: 'gateway' },
    transfer: async () => {
      sent.push(...then.map(reference => notification(reference, 200)))
      return { status: 200 }
    },
    requestsWithin: async (_ms: number, filter: RequestFilter) => sent.filter(filter),
  } as unknown as CheckContext
  return expectAtMerchant(context, undefined, isAboutTransaction(['first'])).catch((error: Error) => error.name)
}

const failed = [notification('earlier', 503)]

test('a notification that is missing although none failed is a finding', async () => {
  expect(await awaitFirst([notification('earlier', 200)], [])).toBe('CheckFailure')
})

test('one that is missing after failures is not a finding while later ones are missing as well', async () => {
  expect(await awaitFirst(failed, [])).toBe('Blocked')
})

test('one that is missing after failures, unlike a later one, is a finding', async () => {
  expect(await awaitFirst(failed, ['later'])).toBe('CheckFailure')
})

test('one that arrives with a later one has arrived', async () => {
  expect(await awaitFirst(failed, ['later', 'first'])).toMatchObject({ body: 'first' })
})
