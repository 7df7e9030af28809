/** CALLBACK-06 · Query members and the path that callback_url already has survive. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { unlessQuick } from '../../members/samples.ts'
import {
  anyCallbackAddress,
  callbackAddressSamples,
  type Extension,
  extendAddress,
} from '../../members/values/addresses.ts'
import { decide, decideAsControl, decideOn, decideUnlessRefused, programUser } from '../../support/kyc/consent-flow.ts'
import { grantRequest, isAdmitted, permissionsIn, sendGrantRequest, urlOf } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'
import { extensions } from './extensions.ts'

const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

for (const [index, extension] of extensions.entries())
  clause(
    'CALLBACK-06',
    `callback address with a path and a query of its own ${index + 1}`,
    async context => {
      const callback_url = `${context.run.callbackUrl.split(/[?#]/)[0] ?? ''}${extension}`
      const response = await sendGrantRequest(context, { callback_url })
      if (!isAdmitted(response))
        notApplicable(`The target accepts no callback address with a query (${summary(response)}, GRANT-08).`)
      const { landing, query } = await decide(context, { request: { callback_url } })
      if (landing.redirectedTo === undefined) await decideAsControl(context)
      const actual = describeLanding(landing)
      expectThat(isSameAddress(landing.redirectedTo, callback_url), 'the callback lacks a part of its address', {
        expected: `${callback_url}, with the decision added`,
        actual,
      })
      const isReadable = query.get('status') === 'granted'
      expectThat(isReadable, 'the query of the callback address hides the decision', {
        expected: 'status=granted',
        actual,
      })
    },
    { firstLook: index === 0 },
  )

/** Query lengths around the limits of database columns, old browsers and some servers. */
const longQueries = [500, 1_100, 2_100, 4_200, 6_500]

clause('CALLBACK-06', 'callback address with a long query', async context => {
  await decideAsControl(context)
  const base = context.run.callbackUrl.split(/[?#]/)[0] ?? ''
  const results = await withEach(context, longQueries, async length => {
    const callback_url = `${base}?session=${'x'.repeat(length)}&last=${context.fresh('last')}`
    // The document sets no maximum: a target may refuse an address that is too long for it.
    const result = await decideUnlessRefused(context, { request: { callback_url } })
    if (result === undefined) return false
    const isBack = isSameAddress(result.landing.redirectedTo, callback_url)
    expectThat(isBack, `the callback lacks a part of its address, whose query has ${length} characters`, {
      expected: `${callback_url}, with the decision added`,
      actual: describeLanding(result.landing),
    })
    return true
  })
  if (!results.includes(true)) notApplicable('The target accepts no callback address with a query (GRANT-08).')
})

const anyRequest = defineSuite({ id: 'callback-any', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Fails the clause unless the address is returned with the decision. Returns whether the target accepted it. */
const expectAddressBack = async (context: CheckContext, callback_url: string): Promise<boolean> => {
  const result = await decideUnlessRefused(context, { request: { callback_url } })
  if (result === undefined) return false
  const { landing, query } = result
  const isBack = query.get('status') === 'granted' && isSameAddress(landing.redirectedTo, callback_url)
  expectThat(isBack, 'the callback lacks a part of its address, or the decision', {
    expected: `${callback_url}, with the decision added`,
    actual: describeLanding(landing),
  })
  return true
}

anyRequest.clause.property<Extension>('CALLBACK-06', 'any callback address', async context => {
  await decideAsControl(context)
  let isAnyTaken = false
  return {
    arbitrary: () => anyCallbackAddress,
    examples: unlessQuick(context, callbackAddressSamples),
    runs: 6,
    areIndependent: true,
    test: async (on, extension) => {
      isAnyTaken = (await expectAddressBack(on, extendAddress(on.run.callbackUrl, extension))) || isAnyTaken
    },
    finally: async () => {
      if (!isAnyTaken)
        notApplicable('The target accepts no callback address with another path, query or port (GRANT-08).')
    },
  }
})

/** HTTPS addresses of other forms (RFC 3986, section 3.2; 2001:db8::/32 is reserved for documentation, RFC 3849). */
const addresses = [
  'https://[2001:db8::1]/callback',
  'https://[2001:db8::1]:49152/callback?session=1',
  'https://requester.example',
  'https://requester.example?session=1',
  'HTTPS://REQUESTER.EXAMPLE/Callback',
]

/** Fails the clause unless a decision leads to a callback address. Returns whether the target accepted the address. */
const acceptsAddress = async (context: CheckContext, callback_url: string): Promise<boolean> => {
  const request = grantRequest(context, { callback_url })
  const user = programUser(context, callback_url)
  const { page, isConsent } = await user.visit(urlOf(context, request), permissionsIn(request))
  if (!isConsent || page === undefined) return false
  const { landing, query } = await decideOn({ request, user, page })
  const isBack = query.get('status') === 'granted' && isSameAddress(landing.redirectedTo, callback_url)
  expectThat(isBack, 'the callback lacks a part of its address, or the decision', {
    expected: `${callback_url}, with the decision added`,
    actual: describeLanding(landing),
  })
  return true
}

clause('CALLBACK-06', 'callback address of another shape', async context => {
  await decideAsControl(context)
  const taken = await withEach(context, addresses, address => acceptsAddress(context, address))
  if (!taken.includes(true))
    notApplicable(
      'The target accepts no callback address without a path, with an IP address or in capitals (GRANT-08).',
    )
})
