import { grantOutcome } from '../../../protocol/states.ts'
import type { Decision, GrantRequest } from '../records.ts'

/** The members of the query that carry a decision (heading "KYC grant decision"). */
export const callbackMembers = ['status', 'grants', 'denied', 'user_ocid', 'state'] as const

/** A member of the decision, and its text. */
export type Member = readonly [name: (typeof callbackMembers)[number], value: string]

/** What the table under "GET /kyc/grant/{ocid}" gives for a decision; `state` as it came, and only where it came. */
export const membersOf = ({ state }: GrantRequest, { user, granted, denied }: Decision): Member[] => {
  const status = grantOutcome(granted, denied)
  const members: [name: Member[0], value: string | null][] = [
    ['status', status],
    ['grants', status === 'denied' ? null : granted.join(',')],
    ['denied', status === 'partial' ? denied.join(',') : null],
    ['user_ocid', String(user)],
    ['state', state],
  ]
  return members.filter((member): member is [Member[0], string] => member[1] !== null)
}

// A comma may stand in a query as it is.
const encode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',')

/** Adds members to the query of an address, whose own path, members and fragment stay as they are. */
export const withMembers = (address: string, members: readonly Member[]): string => {
  const [head = '', ...fragment] = address.split('#')
  const query = members.map(([name, value]) => `${name}=${encode(value)}`).join('&')
  return [`${head}${head.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
