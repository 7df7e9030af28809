import type { CheckContext } from '../../../harness/context.ts'
import type { PendingResponse } from '../../../harness/http/pending-response.ts'
import { address } from '../../../harness/http/target.ts'
import { type Ask, ask, pathOf, send } from './consent-flow.ts'

/** A request that has to be refused, whatever the code. */
export type RefusableRequest = { what: string; send: (context: CheckContext) => PendingResponse }

/** A correct request of somebody who may not be registered, and needs not be for an answer. */
export const unprovisionedRequest = ({ run }: Pick<CheckContext, 'run'>): Ask => ({
  ocid: run.identities.requester?.ocid ?? 7001,
  grants: 'name',
  user_ocid: String(run.identities.user?.ocid ?? 8001),
  callback_url: run.callbackUrl,
  state: undefined,
})

const wrong: Readonly<Record<string, (context: CheckContext) => Partial<Ask>>> = {
  'no grants': () => ({ grants: undefined }),
  'empty grants': () => ({ grants: '' }),
  'no user_ocid': () => ({ user_ocid: undefined }),
  'empty user_ocid': () => ({ user_ocid: '' }),
  'no callback_url': () => ({ callback_url: undefined }),
  'a user_ocid that is no integer': ({ user }) => ({ user_ocid: `${user.ocid}abc` }),
  'a path OCID that is no integer': ({ requester }) => ({ ocid: `${requester.ocid}abc` }),
  'a permission that nobody knows': () => ({ grants: 'shoe_size' }),
  'a user that nobody knows': () => ({ user_ocid: '8999' }),
  'a requester that nobody knows': () => ({ ocid: 7999 }),
  'a relative callback address': () => ({ callback_url: '/callback' }),
  'a script as callback address': () => ({ callback_url: 'javascript:alert(1)' }),
}

/** What a provider refuses of requests for permissions; it need not refuse all of it. */
export const invalidGrantRequests: readonly RefusableRequest[] = Object.entries(wrong).map(([what, changes]) => ({
  what,
  send: context => send(context, changes(context)),
}))

/** A decision about nothing, by nobody; its refusal may be a page. */
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

/** A query that is written as nobody would, after the path of a correct request. */
const raw = (context: CheckContext, query: string) =>
  context.send({ method: 'GET', ...address(context.run, `/kyc/grant/${context.requester.ocid}${query}`), headers: [] })

const around = (context: CheckContext, member: string): string => {
  const path = pathOf(ask(context, { state: undefined }))
  return `${path.slice(path.indexOf('?'))}&${member}`
}

const long = (length: number) => 'x'.repeat(length)

const queries: Readonly<Record<string, (context: CheckContext) => string>> = {
  'no query': () => '',
  'an empty query': () => '?',
  'only marks': () => '?&&==&=',
  'a lone percent sign': context => around(context, 'state=%'),
  'escapes that are not hexadecimal': context => around(context, 'state=%zz%u0041'),
  'escapes that are not UTF-8': context => around(context, 'state=%ff%fe%e0%a4'),
  'escaped surrogates': context => around(context, 'state=%ed%a0%80'),
  'an escaped NUL': context => around(context, 'state=a%00b'),
  'a NUL among the permissions': context => around(context, 'state=1').replace('name,email', 'name%00,email'),
  'escaped line breaks': context => around(context, 'state=%0d%0aX-Injected:%201'),
  'everything twice': context => `${around(context, 'state=1')}&${around(context, 'state=2').slice(1)}`,
  'members in brackets': context => around(context, 'grants[]=name&user_ocid[a][b]=1&state[__proto__][x]=1'),
  'the member __proto__': context => around(context, '__proto__=1&constructor=1&toString=1'),
  'very many members': context => around(context, Array.from({ length: 1_000 }, (_, at) => `m${at}=1`).join('&')),
  'a state of 4,000 characters': context => around(context, `state=${long(4_000)}`),
  'a state of 60,000 characters': context => around(context, `state=${long(60_000)}`),
  'a user of 400 digits': context =>
    around(context, 'state=1').replace(/user_ocid=\d+/, `user_ocid=${'9'.repeat(400)}`),
  'a user beyond any integer': context =>
    around(context, 'state=1').replace(/user_ocid=\d+/, 'user_ocid=9223372036854775808'),
  'a negative user': context => around(context, 'state=1').replace(/user_ocid=\d+/, 'user_ocid=-1'),
  'very many permissions': context =>
    around(context, 'state=1').replace('name,email', Array(1_000).fill('name').join(',')),
}

/** Requests for permissions that no browser was ever sent with. */
export const hostileQueries: readonly RefusableRequest[] = Object.entries(queries).map(([what, query]) => ({
  what,
  send: context => raw(context, query(context)),
}))

const addresses: Readonly<Record<string, string>> = {
  'a callback address without an end': `https://requester.example/${long(8_000)}`,
  'a callback address with a port beyond all': 'https://requester.example:99999/callback',
  'a callback address in brackets': 'https://[requester.example]/callback',
  'a callback address that is not UTF-8 in itself': 'https://requester.example/%ff%fe',
  'a callback host of another script': 'https://例え.テスト/callback',
  'a callback host with a lone joiner': 'https://xn--a-ecp.example/callback',
}

/** Requests with callback addresses over which readers of addresses stumble. */
export const hostileCallbacks: readonly RefusableRequest[] = Object.entries(addresses).map(([what, callback]) => ({
  what,
  send: context => send(context, { callback_url: callback }),
}))
