/**
 * FMT-07 · No input brings a 5xx: deep nesting, huge numbers, duplicate keys, lone surrogates, __proto__, very long
 * strings, bodies over any limit (413).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { fail } from '../../../harness/outcome.ts'
import { decideAsControl, decideOn, programUser } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, sendGrantControl, urlOf } from '../../support/kyc/grant-request.ts'
import { hostileCallbacks, hostileQueries, type RefusableRequest } from '../../support/kyc/invalid-requests.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { expectNoServerError } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'kyc-wire-format', roles: ['kyc'], operations: ['kyc.grant'] })

const expectSurvived = async (context: CheckContext, { what, send }: RefusableRequest) => {
  const response = await send(context).evenSilent()
  if (response.silence) fail(`${what} gets no response`, { expected: 'a response, no 5xx', actual: summary(response) })
  expectNoServerError(response, what)
}

clause(
  'FMT-07',
  'hostile requests for permissions',
  async context => {
    await sendGrantControl(context)
    await withEach(context, [...hostileQueries, ...hostileCallbacks], request => expectSurvived(context, request))
    await sendGrantControl(context)
  },
  { firstLook: true },
)

/** Callback addresses with characters that headers cannot carry (RFC 9110, section 5.5): a target may refuse or escape them. */
const foreignCallbacks = ['https://requester.example/caf\u00e9/\u20ac', 'https://例え.テスト/callback']

/** Decides on a request with a callback address, if the target accepts it. */
const decideWithCallback = async (context: CheckContext, callback_url: string): Promise<readonly HttpResponse[]> => {
  const request = grantRequest(context, { callback_url })
  const user = programUser(context, callback_url)
  const { page, isConsent } = await user.visit(urlOf(context, request), permissionsIn(request))
  return isConsent && page ? (await decideOn({ request, user, page })).landing.responses : []
}

clause(
  'FMT-07',
  {
    id: 'decisions-that-lead-to-addresses-of-other-letters',
    title: 'decisions that lead to addresses with other characters',
  },
  async context => {
    await decideAsControl(context, { user: programUser(context) })
    await withEach(context, foreignCallbacks, async callback => {
      for (const response of await decideWithCallback(context, callback))
        expectNoServerError(response, `a decision that leads to ${callback}`)
    })
  },
  { operations: ['kyc.grant', 'kyc.submit'] },
)

const form = 'application/x-www-form-urlencoded'

/** Bodies that no page sends. Servers limit the length of bodies, so all are short enough to be read. */
const bodies: Readonly<Record<string, readonly [contentType: string, body: string | Uint8Array]>> = {
  'no body': [form, ''],
  'only marks': [form, '&&==%'],
  'escapes that are not UTF-8': [form, 'user_ocid=%ff&granted_permissions=%e0%a4'],
  'bytes that are not UTF-8': [form, Uint8Array.of(0x61, 0x3d, 0xff, 0xfe, 0x00)],
  'a NUL': [form, 'granted_permissions=name%00&user_ocid=1'],
  'everything twice': [form, 'user_ocid=1&user_ocid=2&granted_permissions=name&granted_permissions=email'],
  'members in brackets': [form, 'granted_permissions[__proto__][x]=1&user_ocid[]=1'],
  'very many fields': [form, Array.from({ length: 5_000 }, (_, at) => `f${at}=1`).join('&')],
  'JSON lists 10,000 deep': ['application/json', '['.repeat(10_000) + ']'.repeat(10_000)],
  'JSON that ends early': ['application/json', '{"user_ocid":'],
  'JSON with __proto__': ['application/json', '{"__proto__":{"granted_permissions":"name"}}'],
  'JSON that is not an object': ['application/json', 'null'],
  'parts without a boundary': ['multipart/form-data', 'x'],
  'parts that end early': ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a'],
  'an unknown content type': ['application/x-conformance', 'x'],
  'a content type without an end': ['application/json; charset="', '{}'],
}

clause(
  'FMT-07',
  'hostile submissions',
  async context => {
    await decideAsControl(context, { user: programUser(context) })
    const to = address(context.run, `/kyc/grant/${context.requester.ocid}/submit`)
    const requests = Object.entries(bodies).map(([what, [contentType, body]]) =>
      expectSurvived(context, {
        what: `a submission of ${what}`,
        send: () => context.send({ method: 'POST', ...to, headers: [['content-type', contentType]], body }),
      }),
    )
    await Promise.all(requests)
    await decideAsControl(context, { user: programUser(context) })
  },
  { operations: ['kyc.grant', 'kyc.submit'] },
)
