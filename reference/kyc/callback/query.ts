import { grantOutcome } from '../../../protocol/states.ts'
import type { CallbackMember } from '../contract.ts'
import type { Decision, GrantRequest } from '../records.ts'

/** The query members that carry a decision (heading "KYC grant decision"). */
export const callbackMembers: readonly CallbackMember[0][] = ['status', 'grants', 'denied', 'user_ocid', 'state']

/**
 * Returns the members of a decision (table under "GET /kyc/grant/{ocid}"); `state` unchanged, and only if it was sent.
 * Clauses: CALLBACK-01, CALLBACK-02, CALLBACK-03, CALLBACK-04, CALLBACK-05, CALLBACK-09.
 */
export const membersOf = ({ state }: GrantRequest, { user, granted, denied }: Decision): CallbackMember[] => {
  const status = grantOutcome(granted, denied)
  const members: [name: CallbackMember[0], value: string | null][] = [
    ['status', status],
    ['grants', status === 'denied' ? null : granted.join(',')],
    ['denied', status === 'partial' ? denied.join(',') : null],
    ['user_ocid', String(user)],
    ['state', state],
  ]
  return members.filter((member): member is [CallbackMember[0], string] => member[1] !== null)
}

// A query may contain commas.
const encode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',')

/**
 * Adds members to the query of an address; its own path, members and fragment stay as they are.
 * Clauses: CALLBACK-04, CALLBACK-06, CALLBACK-09, CALLBACK-12.
 */
export const withMembers = (address: string, members: readonly CallbackMember[]): string => {
  const [head = '', ...fragment] = address.split('#')
  const query = members.map(([name, value]) => `${name}=${encode(value)}`).join('&')
  return [`${head}${head.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
