import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import { codeOf, type PendingResponse, summary } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { resolve } from '../../../pages/document/dom.ts'
import { firstVisitHeaders } from '../../../pages/visit/navigation-headers.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { permissions as documentedPermissions } from '../../../protocol/states.ts'

/** The permissions in the document. Heading: KYC grant decision. */
export const permissions: readonly string[] = documentedPermissions

/** A request for permissions, as a gateway makes it. Heading: GET /kyc/grant/{ocid}. */
export type GrantRequest = {
  /** Sent in the path. */
  ocid: number | string
  grants: string | undefined
  user_ocid: string | undefined
  callback_url: string | undefined
  state: string | undefined
  /** Parameters that only the callback has; a correct request has none of them. */
  status?: string | undefined
  denied?: string | undefined
}

/** Returns a correct request, for two permissions by default; a change to undefined removes a member. */
export const grantRequest = (
  { requester, user, run, fresh }: CheckContext,
  changes: Partial<GrantRequest> = {},
): GrantRequest => ({
  ocid: requester.ocid,
  grants: 'name,email',
  user_ocid: String(user.ocid),
  callback_url: run.callbackUrl,
  state: fresh('state'),
  ...changes,
})

/** Returns the permissions that a request asks for. */
export const permissionsIn = ({ grants = '' }: Pick<GrantRequest, 'grants'>): string[] =>
  grants.split(',').filter(permission => permission !== '')

/** Returns a correct request whose user and requester may be unknown to the target, if they are not provisioned. */
export const unprovisionedRequest = ({ run }: Pick<CheckContext, 'run'>): GrantRequest => ({
  ocid: run.identities.requester?.ocid ?? 7001,
  grants: 'name',
  user_ocid: String(run.identities.user?.ocid ?? 8001),
  callback_url: run.callbackUrl,
  state: undefined,
})

/** Returns the path and query of a request, below the base address. */
export const pathOf = ({ ocid, ...members }: GrantRequest): string => {
  const query = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${inAddress(value).replaceAll('%2C', ',')}`],
  )
  return `/kyc/grant/${inAddress(ocid)}?${query.join('&')}`
}

/** Returns the address of a path below the base address, for a browser. */
export const urlBelow = ({ run }: CheckContext, path: string): string => {
  const { origin, path: pathBelow } = address(run, path)
  return origin + pathBelow
}

/** Returns the address of a request, for a browser. */
export const urlOf = (context: CheckContext, request: GrantRequest): string => urlBelow(context, pathOf(request))

/** Requests a path below the base address like the browser of a user sent there by a gateway; follows no redirect. */
export const visitPath = (context: CheckContext, path: string): PendingResponse =>
  context.get(path, { headers: firstVisitHeaders(new URL(context.run.target.apiUrl)) })

/** Sends a request without following redirects. */
export const sendGrantRequest = (context: CheckContext, changes: Partial<GrantRequest> = {}): PendingResponse =>
  visitPath(context, pathOf(grantRequest(context, changes)))

/** Returns the address in Location or, without one, in Refresh; undefined if the response redirects nowhere. */
export const redirectTarget = (response: HttpResponse): string | undefined => {
  const refresh = /url\s*=\s*["']?([^"']*)/i.exec((header(response, 'refresh') ?? '').slice(0, 4_096))?.[1]
  const location = header(response, 'location') ?? refresh
  return location === undefined ? undefined : (resolve(location, response.url) ?? location)
}

/** Returns whether a response redirects to a callback address, in any notation, or to its host. */
export const isRedirectToCallback = (response: HttpResponse, callbackUrl: string): boolean => {
  const target = redirectTarget(response)
  if (target === undefined || callbackUrl === '') return false
  const host = URL.parse(callbackUrl, response.url)?.host ?? ''
  const isOwnHost = host === new URL(response.url).host
  const location = header(response, 'location') ?? ''
  return (
    target.startsWith(callbackUrl) ||
    location.startsWith(callbackUrl) ||
    (host !== '' && !isOwnHost && URL.parse(target)?.host === host)
  )
}

/** Returns whether a request was not refused: it redirects to a page, or returns one. */
export const isAdmitted = (response: HttpResponse): boolean =>
  !response.silence && response.status >= 200 && response.status < 400 && codeOf(response) === undefined

/** Sends a correct request, with changes that keep it correct; blocks the check unless it is admitted. */
export const sendGrantControl = async (context: CheckContext, changes: Partial<GrantRequest> = {}): Promise<void> => {
  const response = await sendGrantRequest(context, changes)
  if (!isAdmitted(response) || isRedirectToCallback(response, context.run.callbackUrl))
    blocked(`the control, a correct request for permissions, is not accepted: ${summary(response)}`)
}

/** Requests that a program may handle differently from one for two permissions with a state. */
export const otherRequests: Readonly<Record<string, Partial<GrantRequest>>> = {
  'without a state': { state: undefined },
  'for one permission': { grants: 'email' },
  'for every permission': { grants: permissions.join() },
}
