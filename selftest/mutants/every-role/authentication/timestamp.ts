import { Refusal } from '../../../../protocol/errors.ts'
import {
  type AuthenticationRule,
  authenticationRules,
  requestIsFresh,
} from '../../../../reference/every-role/authentication/authenticate.ts'
import { unixSeconds } from '../../../../reference/service/ports.ts'
import { replaced, without } from '../../../support/changes.ts'
import { callees, type SharedMutant } from '../shared-mutant.ts'
import { readingFreely } from './header-claims.ts'

const windowSeconds = 300

/** Reads a timestamp in a way of its own: the moment in Unix seconds, NaN for what is none. */
const freshAsRead =
  (read: (text: string) => number): AuthenticationRule =>
  ({ claims }, { ports, profile }) =>
    Math.abs(read(claims.timestamp) - unixSeconds(ports)) <= windowSeconds
      ? undefined
      : new Refusal('TIMESTAMP_EXPIRED', profile.refusalStatus, 'The timestamp is too far from the present.')

const readingTime = (read: (text: string) => number) => ({
  readClaims: readingFreely('timestamp'),
  authenticationRules: replaced(authenticationRules, requestIsFresh, freshAsRead(read)),
})

/** Seconds, milliseconds, and every date that a browser understands. */
const anyDate = (text: string): number => {
  const value = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000
  return value > 1e11 ? value / 1000 : value
}

/** Faults in what is made of X-OC-Timestamp. */
export const requestTimeMutants: readonly SharedMutant[] = [
  {
    name: 'timestamps are not compared with the clock',
    roles: callees,
    breaks: 'AUTH-11',
    alsoBreaks: ['AUTH-12'],
    story: 'The timestamp is signed, and nobody asks how old it is.',
    policies: { authenticationRules: without(authenticationRules, requestIsFresh) },
  },
  {
    name: 'the window is 300,000 seconds',
    roles: callees,
    breaks: 'AUTH-11',
    alsoBreaks: ['AUTH-12'],
    story: 'Seconds are compared with milliseconds.',
    policies: { isFresh: (sent, now) => Math.abs(now - sent) <= windowSeconds * 1000 },
  },
  {
    name: 'only the future is checked',
    roles: callees,
    breaks: 'AUTH-11',
    story: 'sent - now <= 300 holds for everything that is over.',
    policies: { isFresh: (sent, now) => sent - now <= windowSeconds },
  },
  {
    name: 'only the past is checked',
    roles: callees,
    breaks: 'AUTH-12',
    story: 'now - sent <= 300 holds for everything that is to come.',
    policies: { isFresh: (sent, now) => now - sent <= windowSeconds },
  },
  {
    name: 'timestamps are read with parseInt',
    roles: callees,
    breaks: 'AUTH-13',
    story: 'parseInt stops where the digits do.',
    policies: readingTime(text => Number.parseInt(text, 10)),
  },
  {
    name: 'timestamps are whatever is a date',
    roles: callees,
    breaks: 'AUTH-13',
    story: 'new Date() understands what the clients send, and milliseconds are divided.',
    policies: readingTime(anyDate),
  },
]
