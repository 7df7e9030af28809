/**
 * GRANT-04 · A callback address that is not an absolute HTTPS URI: 400 INVALID_CALLBACK_URL (http on a public host,
 * javascript, data, relative, protocol-relative; hidden spellings: GRANT-09; http on localhost outside production:
 * GRANT-10).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { decideOn, programUser } from '../../support/kyc/consent-flow.ts'
import {
  grantRequest,
  isAdmitted,
  otherRequests,
  permissionsIn,
  sendGrantControl,
  sendGrantRequest,
  urlOf,
} from '../../support/kyc/grant-request.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'
import { expectEachRefused } from './refused-addresses.ts'

const { clause } = defineSuite({ id: 'grant-callback', roles: ['kyc'], operations: ['kyc.grant'] })

const notHttps = {
  'an http address': 'http://requester.example/callback',
  'an http address in upper case': 'HTTP://REQUESTER.EXAMPLE/callback',
  'an http address with an https address in its query': 'http://requester.example/?next=https://requester.example/',
  'an http address of a private network': 'http://10.0.0.1/callback',
  'an http address with the port of https': 'http://requester.example:443/callback',
  'an http address with user info': 'http://requester@requester.example/callback',
  'the scheme of an app': 'com.requester.app:/callback',
  'an ftp address': 'ftp://requester.example/callback',
  'a websocket': 'wss://requester.example/callback',
  'a scheme that begins with https': 'httpsx://requester.example/callback',
  'a script': 'javascript:alert(1)//https://requester.example/',
  'a script above an https address': 'javascript:alert(1)\nhttps://requester.example/callback',
  'a data address': 'data:text/html,https://requester.example/',
  'a file': 'file:///etc/passwd',
  'a mail address': 'mailto:requester@requester.example',
}

const notAbsolute = {
  'a path': '/callback',
  'a relative path': 'callback',
  'a query': '?callback',
  'a protocol-relative address': '//requester.example/callback',
  'a host without a scheme': 'requester.example/callback',
  'the scheme alone': 'https',
  'an address without a host': 'https://',
  'an address with a port and no host': 'https://:8443/callback',
  'an address with a query and no host': 'https://?session=1',
  'an address with user info and no host': 'https://requester@/callback',
  'an address whose port is not a number': 'https://requester.example:port/callback',
  'a word': 'undefined',
}

clause('GRANT-04', 'callback address that is not HTTPS', context => expectEachRefused(context, notHttps))

clause('GRANT-04', 'callback address that is not absolute', context => expectEachRefused(context, notAbsolute))

for (const [way, request] of Object.entries(otherRequests))
  clause('GRANT-04', `callback address that is not valid, in a request ${way}`, async context => {
    await sendGrantControl(context, request)
    const addresses = [notHttps['an http address'], notHttps['a script'], notAbsolute['a path']]
    await withEach(context, addresses, async callback_url => {
      const response = await sendGrantRequest(context, { ...request, callback_url })
      expectThat(!isAdmitted(response), `an invalid callback address is accepted ${way}`, {
        expected: '400 INVALID_CALLBACK_URL',
        actual: `${summary(response)} for ${JSON.stringify(callback_url)}`,
      })
    })
  })

clause(
  'GRANT-04',
  'callback address that is not HTTPS beside a valid one',
  async context => {
    const { callbackUrl } = context.run
    const plain = callbackUrl.replace(/^https:/i, 'http:')
    if (plain === callbackUrl) notApplicable('The callback address of this run is not HTTPS.')
    const request = grantRequest(context)
    const orders = [
      { first: callbackUrl, second: plain },
      { first: plain, second: callbackUrl },
    ]
    await withEach(context, orders, async ({ first, second }) => {
      const url = `${urlOf(context, { ...request, callback_url: first })}&callback_url=${inAddress(second)}`
      const user = programUser(context, plain)
      const { page, isConsent } = await user.visit(url, permissionsIn(request))
      // A repeated parameter may be refused, or read once (GRANT-08).
      if (!isConsent || page === undefined) return
      const decided = await unlessRefused(context, () => decideOn({ request, user, page }))
      if (decided === undefined)
        return context.untried('The decision on a request with two callback addresses: a program cannot make it.')
      const { landing } = decided
      expectThat(!isSameAddress(landing.redirectedTo, plain), 'the decision goes to an address that is not HTTPS', {
        expected: `a refusal, or a callback to ${callbackUrl}`,
        actual: describeLanding(landing),
      })
    })
  },
  { operations: ['kyc.grant', 'kyc.submit'] },
)
