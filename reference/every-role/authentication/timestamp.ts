import { Refusal } from '../../../protocol/errors.ts'
import type { Profile } from '../../../protocol/profile.ts'
import type { AuthenticationRule } from '../contract.ts'
import { callersTime } from '../wire-format/values.ts'

/** Returns whether a timestamp is close enough to now; both in Unix seconds. Clauses: AUTH-11, AUTH-12, AUTH-22. */
export const isFresh = (sent: number, now: number, { clockDifference }: Profile): boolean =>
  now - sent <= clockDifference.pastSeconds && sent - now <= clockDifference.futureSeconds

/** Refuses a timestamp that is too old or too far ahead. Clauses: AUTH-11, AUTH-12. */
export const requestIsFresh: AuthenticationRule = ({ claims }, { policies, ports, profile }) =>
  policies.isFresh(Number(claims.timestamp), Math.floor(callersTime(ports) / 1000), profile)
    ? undefined
    : new Refusal('TIMESTAMP_EXPIRED', profile.refusalStatus, 'The timestamp is too far from the present.')
