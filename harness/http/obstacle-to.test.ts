import { expect, test } from 'vitest'
import type { Counterpart, RecordedRequest, RequestFilter } from '../counterpart.ts'
import { obstacleTo } from './obstacle-to.ts'
import { responseWith } from './response.test.fixture.ts'

const unread = { kind: 'unread', at: 5, beyond: 'a request is not HTTP' } as RecordedRequest
const journal = { find: (match: RequestFilter) => [unread].filter(match) }
const counterpart = { journal } as unknown as Counterpart
const { obstacle } = obstacleTo('transfer.create', { obstacles: { identities: {} }, counterpart })

test.each([
  ['a refusal soon after', { status: 400, sentAt: 60_004 }, 'a request is not HTTP'],
  ['a refusal long after', { status: 400, sentAt: 60_006 }, undefined],
  ['a success', { status: 200, sentAt: 4 }, undefined],
])('an unread request of the target is an obstacle to %s', (_, given, expected) => {
  expect(obstacle(responseWith(given))).toBe(expected)
})
