import { defineSuite } from '../../../harness/clause.ts'
import { ask, pathOf } from '../../support/kyc/consent-flow.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { expectPublic } from '../../support/reachability.ts'

const suite = defineSuite({ id: 'kyc-authentication', roles: ['kyc'], operations: ['metadata'] })
const { clause } = suite

clause('AUTH-20', 'metadata without any header', async context => {
  const { origin, pathname } = new URL(context.run.metadata.url)
  expectPublic(await context.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
})

clause(
  'AUTH-20',
  'request for permissions without any header',
  async context => expectPublic(await context.get(pathOf(ask(context)), { headers: [] }), 'GET /kyc/grant/{ocid}'),
  { operations: ['kyc.grant'] },
)

/** Which operations of a KYC provider are public. Heading: Authentication. */
export const kycAuthentication = whereDeclared(suite)
