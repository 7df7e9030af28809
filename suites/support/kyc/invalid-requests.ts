import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import type { PendingResponse } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { type GrantRequest, grantRequest, pathOf, sendGrantRequest, visitPath } from './grant-request.ts'

/** A request that should be refused, with any code. */
export type RefusableRequest = {
  what: string
  send: (context: CheckContext) => PendingResponse
  /** A router may refuse it before the operation does, in its own way (GRANT-03). */
  isRouted?: true
}

const wrong: Readonly<Record<string, (context: CheckContext) => Partial<GrantRequest>>> = {
  'no grants': () => ({ grants: undefined }),
  'empty grants': () => ({ grants: '' }),
  'no user_ocid': () => ({ user_ocid: undefined }),
  'empty user_ocid': () => ({ user_ocid: '' }),
  'no callback_url': () => ({ callback_url: undefined }),
  'a user_ocid that is not an integer': ({ user }) => ({ user_ocid: `${user.ocid}abc` }),
  'a path OCID that is not an integer': ({ requester }) => ({ ocid: `${requester.ocid}abc` }),
  'an unknown permission': () => ({ grants: 'shoe_size' }),
  'an unknown user': ({ run }) => ({ user_ocid: String(run.absent.user) }),
  'an unknown requester': ({ run }) => ({ ocid: run.absent.requester }),
  'a relative callback address': () => ({ callback_url: '/callback' }),
  'a script as callback address': () => ({ callback_url: 'javascript:alert(1)' }),
}

/** Requests for permissions that providers refuse, though not all must. */
export const invalidGrantRequests: readonly RefusableRequest[] = Object.entries(wrong).map(([what, changes]) => ({
  what,
  send: context => sendGrantRequest(context, changes(context)),
  ...(what.startsWith('a path') ? { isRouted: true } : {}),
}))

/** Returns whether a response to such a request comes from a router, which the document does not cover. */
export const isOfRouter = ({ isRouted }: Pick<RefusableRequest, 'isRouted'>, { status, json }: HttpResponse): boolean =>
  isRouted === true && (status === 404 || json === undefined)

/** Submits a decision without fields; its refusal may be a page. */
export const sendEmptySubmission = (context: CheckContext) =>
  context.send({
    method: 'POST',
    ...address(context.run, `/kyc/grant/${context.requester.ocid}/submit`),
    headers: [
      ['content-type', 'application/x-www-form-urlencoded'],
      ['accept', 'application/json'],
    ],
    body: '',
  })

/** Sends a query after the path of a correct request. */
const sendQuery = (context: CheckContext, query: string) =>
  visitPath(context, `/kyc/grant/${context.requester.ocid}${query}`)

/** Returns the query of a correct request with one additional member. */
const queryWith = (context: CheckContext, member: string): string => {
  const path = pathOf(grantRequest(context, { state: undefined }))
  return `${path.slice(path.indexOf('?'))}&${member}`
}

const queries: Readonly<Record<string, (context: CheckContext) => string>> = {
  'no query': () => '',
  'an empty query': () => '?',
  'only marks': () => '?&&==&=',
  'a lone percent sign': context => queryWith(context, 'state=%'),
  'escapes that are not hexadecimal': context => queryWith(context, 'state=%zz%u0041'),
  'escapes that are not UTF-8': context => queryWith(context, 'state=%ff%fe%e0%a4'),
  'escaped surrogates': context => queryWith(context, 'state=%ed%a0%80'),
  'an escaped NUL': context => queryWith(context, 'state=a%00b'),
  'a NUL among the permissions': context => queryWith(context, 'state=1').replace('name,email', 'name%00,email'),
  'escaped line breaks': context => queryWith(context, 'state=%0d%0aX-Injected:%201'),
  'everything twice': context => `${queryWith(context, 'state=1')}&${queryWith(context, 'state=2').slice(1)}`,
  'members in brackets': context => queryWith(context, 'grants[]=name&user_ocid[a][b]=1&state[__proto__][x]=1'),
  'the member __proto__': context => queryWith(context, '__proto__=1&constructor=1&toString=1'),
  'very many members': context => queryWith(context, Array.from({ length: 1_000 }, (_, at) => `m${at}=1`).join('&')),
  'a state of 4,000 characters': context => queryWith(context, `state=${'x'.repeat(4_000)}`),
  'a state of 60,000 characters': context => queryWith(context, `state=${'x'.repeat(60_000)}`),
  'a user of 400 digits': context =>
    queryWith(context, 'state=1').replace(/user_ocid=\d+/, `user_ocid=${'9'.repeat(400)}`),
  'a user of 5,000 digits': context =>
    queryWith(context, 'state=1').replace(/user_ocid=\d+/, `user_ocid=${'9'.repeat(5_000)}`),
  'a user beyond any integer': context =>
    queryWith(context, 'state=1').replace(/user_ocid=\d+/, 'user_ocid=9223372036854775808'),
  'a negative user': context => queryWith(context, 'state=1').replace(/user_ocid=\d+/, 'user_ocid=-1'),
  'very many permissions': context =>
    queryWith(context, 'state=1').replace('name,email', Array<string>(1_000).fill('name').join(',')),
}

/** Requests for permissions with hostile queries. */
export const hostileQueries: readonly RefusableRequest[] = Object.entries(queries).map(([what, query]) => ({
  what,
  send: context => sendQuery(context, query(context)),
}))

const addresses: Readonly<Record<string, string>> = {
  'a callback address without an end': `https://requester.example/${'x'.repeat(8_000)}`,
  'a callback address with a port beyond all': 'https://requester.example:99999/callback',
  'a callback address in brackets': 'https://[requester.example]/callback',
  'a callback address that is not UTF-8 in itself': 'https://requester.example/%ff%fe',
  'a callback host of another script': 'https://例え.テスト/callback',
  'a callback host with a lone joiner': 'https://xn--a-ecp.example/callback',
}

/** Requests with callback addresses that URL parsers disagree on. */
export const hostileCallbacks: readonly RefusableRequest[] = Object.entries(addresses).map(([what, callback]) => ({
  what,
  send: context => sendGrantRequest(context, { callback_url: callback }),
}))
