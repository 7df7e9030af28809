import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { decideAsControl, decideOn, programUser } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'

/** A callback address stays what it is, whatever its shape. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** HTTPS addresses of other shapes (RFC 3986, section 3.2; 2001:db8::/32 belongs to nobody, RFC 3849). */
const addresses = [
  'https://[2001:db8::1]/callback',
  'https://[2001:db8::1]:49152/callback?session=1',
  'https://requester.example',
  'https://requester.example?session=1',
  'HTTPS://REQUESTER.EXAMPLE/Callback',
]

/** Fails the clause unless a decision leads to a callback address. Returns whether the target took the address. */
const isTaken = async (context: CheckContext, callback_url: string): Promise<boolean> => {
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
  const taken = await withEach(context, addresses, address => isTaken(context, address))
  if (!taken.includes(true))
    notApplicable('The target takes no callback address without a path, at a number or in capitals (GRANT-08).')
})
