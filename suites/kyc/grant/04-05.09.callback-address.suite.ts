import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
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

/** An invalid callback address is refused. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'grant-callback', roles: ['kyc'], operations: ['kyc.grant'] })

/** Sends each address alone in a correct request. */
const expectEachRefused = async (context: CheckContext, addresses: Readonly<Record<string, string>>) => {
  await sendGrantControl(context)
  await withEach(context, Object.entries(addresses), async ([what, address]) => {
    const response = await sendGrantRequest(context, { callback_url: address })
    const isRefused = response.status === 400 && codeOf(response) === 'INVALID_CALLBACK_URL'
    expectThat(isRefused, `${what} as callback address is not refused as required`, {
      expected: '400 INVALID_CALLBACK_URL',
      actual: `${summary(response)} for ${JSON.stringify(address)}`,
    })
  })
}

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
  'an address whose port is no number': 'https://requester.example:port/callback',
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
      expectThat(!isAdmitted(response), `a callback address that is not valid is accepted ${way}`, {
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
      // A parameter that is given twice may be refused, or read once (GRANT-08).
      if (!isConsent || page === undefined) return
      const decided = await unlessRefused(context, () => decideOn({ request, user, page }))
      if (decided === undefined)
        return context.untried('The decision on a request with two callback addresses: no program can make it.')
      const { landing } = decided
      expectThat(!isSameAddress(landing.redirectedTo, plain), 'the decision goes to an address that is not HTTPS', {
        expected: `a refusal, or a callback to ${callbackUrl}`,
        actual: describeLanding(landing),
      })
    })
  },
  { operations: ['kyc.grant', 'kyc.submit'] },
)

/** Not applicable unless the operator says that the target runs in production. */
const requireProduction = ({ run }: CheckContext) => {
  if (run.target.environment !== 'production')
    notApplicable('The document asks this in production. A second run, with --environment production, tries it.')
}

clause('GRANT-05', 'localhost in production', async context => {
  requireProduction(context)
  await expectEachRefused(context, {
    localhost: 'https://localhost/callback',
    'localhost in upper case': 'https://LOCALHOST/callback',
    'localhost with a port': 'https://localhost:8443/callback',
    'localhost in upper case with a port': 'https://LocalHost:8443/',
    'localhost without a path': 'https://localhost',
    'localhost before a query': 'https://localhost?session=1',
    'localhost before a fragment': 'https://localhost#part',
    'localhost behind user info': 'https://requester.example@localhost/callback',
  })
})

const unclean = {
  'an address after a blank': ' https://requester.example/callback',
  'an address before a blank': 'https://requester.example/callback ',
  'an address with a blank in its path': 'https://requester.example/call back',
  'an address with a blank in its host': 'https://requester .example/callback',
  'an address with backslashes': 'https:\\\\requester.example\\callback',
  'an address with a backslash after its host': 'https://requester.example\\@elsewhere.example/',
  'an address after a line feed': '\nhttps://requester.example/callback',
  'an address with a tab': 'https://requester.example/call\tback',
  'an address with line breaks': 'https://requester.example/callback\r\nX-Injected: 1',
  'an address with a control character': 'https://requester.example/call\u0001back',
  'an address with a deletion': 'https://requester.example/call\u007fback',
}

clause('GRANT-09', 'blanks, backslashes and control characters', context => expectEachRefused(context, unclean))

const localhostSpellings = {
  'a host below localhost': 'https://app.localhost/callback',
  'localhost with a final dot': 'https://localhost./callback',
  'localhost with an escaped letter': 'https://%6Cocalhost/callback',
  '127.0.0.1': 'https://127.0.0.1/callback',
  'another address of the loopback': 'https://127.8.9.10:8443/callback',
  'the loopback in short': 'https://127.1/callback',
  'the loopback in IPv6': 'https://[::1]/callback',
  'the loopback of IPv4 in IPv6': 'https://[::ffff:127.0.0.1]/callback',
  'the loopback in decimal': 'https://2130706433/callback',
  'the loopback in octal': 'https://0177.0.0.1/callback',
  'the loopback in hexadecimal': 'https://0x7f.0.0.1/callback',
}

/** Blocks the check unless localhost is refused: without that rule its spellings say nothing (GRANT-05). */
const requireLocalhostRefused = async (context: CheckContext) => {
  const response = await sendGrantRequest(context, { callback_url: 'https://localhost/callback' })
  if (isAdmitted(response))
    blocked(`the target accepts https://localhost/callback (${summary(response)}): mend GRANT-05 first`)
}

clause('GRANT-09', 'spellings of localhost in production', async context => {
  requireProduction(context)
  await requireLocalhostRefused(context)
  await expectEachRefused(context, localhostSpellings)
})
