import { asksForNoHeaders } from '../answered.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { ask, pathOf } from './asked.ts'

const suite = defineSuite({ id: 'kyc-authentication', roles: ['kyc'], operations: ['metadata'] })
const { clause } = suite

clause('AUTH-20', 'metadata without any header', async stage => {
  const { origin, pathname } = new URL(stage.session.metadata.url)
  asksForNoHeaders(await stage.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
})

clause(
  'AUTH-20',
  'request for permissions without any header',
  async stage => asksForNoHeaders(await stage.get(pathOf(ask(stage)), { headers: [] }), 'GET /kyc/grant/{ocid}'),
  { operations: ['kyc.grant'] },
)

/** Which operations of a KYC provider are public. Heading: Authentication. */
export const kycAuthentication = whereDeclared(suite)
