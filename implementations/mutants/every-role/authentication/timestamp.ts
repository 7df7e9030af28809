import { Refusal } from '../../../../protocol/errors.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { requestIsFresh } from '../../../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import { replace, without } from '../../../support/changes.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'
import { readUnchecked } from './header-claims.ts'

const windowSeconds = 300

/** Checks the timestamp as `read` parses it: in Unix seconds, or NaN if it is invalid. */
const freshnessRule =
  (read: (text: string) => number): AuthenticationRule =>
  ({ claims }, { ports, profile }) =>
    Math.abs(read(claims.timestamp) - unixSeconds(ports)) <= windowSeconds
      ? undefined
      : new Refusal('TIMESTAMP_EXPIRED', profile.refusalStatus, 'The timestamp is too far from the present.')

const readTimestampBy = (read: (text: string) => number) => ({
  readClaims: readUnchecked('timestamp'),
  authenticationRules: replace(authenticationRules, requestIsFresh, freshnessRule(read)),
})

/** Compares the timestamp with both ends of the window as text. */
const textIsFresh: AuthenticationRule = ({ claims: { timestamp } }, { ports, profile }) => {
  const [earliest, latest] = [-windowSeconds, windowSeconds].map(seconds => String(unixSeconds(ports) + seconds))
  return earliest !== undefined && latest !== undefined && timestamp >= earliest && timestamp <= latest
    ? undefined
    : new Refusal('TIMESTAMP_EXPIRED', profile.refusalStatus, 'The timestamp is too far from the present.')
}

/** Parses seconds, milliseconds and every date that a browser understands. */
const parseAnyDate = (text: string): number => {
  const value = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000
  return value > 1e11 ? value / 1000 : value
}

/** Faults in how X-OC-Timestamp is read and compared with the clock. */
export const timestampMutants: readonly SharedMutant[] = [
  {
    name: 'timestamps are not compared with the clock',
    roles: authenticatedRoles,
    breaks: 'AUTH-11',
    alsoBreaks: ['AUTH-12'],
    story: 'The timestamp is signed, and its age is never checked.',
    policies: { authenticationRules: without(authenticationRules, requestIsFresh) },
  },
  {
    name: 'the window is 300,000 seconds',
    roles: authenticatedRoles,
    breaks: 'AUTH-11',
    alsoBreaks: ['AUTH-12'],
    story: 'Seconds are compared with milliseconds.',
    policies: { isFresh: (sent, now) => Math.abs(now - sent) <= windowSeconds * 1000 },
  },
  {
    name: 'only the future is checked',
    roles: authenticatedRoles,
    breaks: 'AUTH-11',
    story: 'sent - now <= 300 is true for everything in the past.',
    policies: { isFresh: (sent, now) => sent - now <= windowSeconds },
  },
  {
    name: 'the age of a request is counted in 32 bits',
    roles: authenticatedRoles,
    breaks: 'AUTH-11',
    alsoBreaks: ['AUTH-12'],
    kind: 'ends',
    story: 'Milliseconds in an int: after 49.7 days the age starts over.',
    policies: { isFresh: (sent, now) => Math.abs(((now - sent) * 1_000) | 0) <= windowSeconds * 1_000 },
  },
  {
    name: 'a timestamp of 0 is not compared with the clock',
    roles: authenticatedRoles,
    breaks: 'AUTH-11',
    story: 'if (timestamp && isTooOld(timestamp)).',
    policies: { isFresh: (sent, now) => sent === 0 || Math.abs(now - sent) <= windowSeconds },
  },
  {
    name: 'timestamps are compared as texts',
    roles: authenticatedRoles,
    breaks: 'AUTH-11',
    story: 'Headers are text, and so are the two ends of the window that they are compared with.',
    policies: { authenticationRules: replace(authenticationRules, requestIsFresh, textIsFresh) },
  },
  {
    name: 'only the past is checked',
    roles: authenticatedRoles,
    breaks: 'AUTH-12',
    story: 'now - sent <= 300 is true for everything in the future.',
    policies: { isFresh: (sent, now) => now - sent <= windowSeconds },
  },
  {
    name: 'the time to a request is counted in 32 bits',
    roles: authenticatedRoles,
    breaks: 'AUTH-12',
    kind: 'ends',
    story: 'Seconds in a 32-bit int: after 136 years it wraps to the present.',
    policies: { isFresh: (sent, now) => Math.abs((now - sent) | 0) <= windowSeconds },
  },
  {
    name: 'timestamps are read with parseInt',
    roles: authenticatedRoles,
    breaks: 'AUTH-13',
    story: 'parseInt stops after the digits.',
    policies: readTimestampBy(text => Number.parseInt(text, 10)),
  },
  {
    name: 'a timestamp that is not an integer ends in a 500',
    roles: authenticatedRoles,
    breaks: 'AUTH-13',
    story: 'BigInt() throws on a date, and nothing catches it.',
    policies: readTimestampBy(text => Number(BigInt(text))),
    ports: { reportBug: () => undefined },
  },
  {
    name: 'timestamps are whatever is a date',
    roles: authenticatedRoles,
    breaks: 'AUTH-13',
    story: 'new Date() parses whatever clients send, and milliseconds are divided.',
    policies: readTimestampBy(parseAnyDate),
  },
]
