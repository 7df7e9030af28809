import { grantOutcome } from '../../protocol/states.ts'
import type { Decision, KycRequest } from './records.ts'

/** The members of the query that carry a decision (heading "KYC grant decision"). */
export const callbackMembers = ['status', 'grants', 'denied', 'user_ocid', 'state'] as const

/** A member of the decision, and its text. */
export type Member = readonly [name: (typeof callbackMembers)[number], value: string]

/** What the table under "GET /kyc/grant/{ocid}" gives for a decision; `state` as it came, and only where it came. */
export const membersOf = ({ state }: KycRequest, { user, granted, denied }: Decision): Member[] => {
  const status = grantOutcome(granted, denied)
  return [
    ['status', status],
    ...(status === 'denied' ? [] : [['grants', granted.join(',')] as const]),
    ...(status === 'partial' ? [['denied', denied.join(',')] as const] : []),
    ['user_ocid', String(user)],
    ...(state === undefined ? [] : [['state', state] as const]),
  ]
}

// Beyond encodeURIComponent: what some readers of a query take for marks of their own. A comma may stand as it is.
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%2C', ',')
    .replaceAll(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Adds members to the query of an address, whose own path, members and fragment stay as they are. */
export const withMembers = (address: string, members: readonly Member[]): string => {
  const hash = address.indexOf('#')
  const [head, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)]
  const joint = head.includes('?') ? (/[?&]$/.test(head) ? '' : '&') : '?'
  return `${head}${joint}${members.map(([name, value]) => `${name}=${encode(value)}`).join('&')}${fragment}`
}
