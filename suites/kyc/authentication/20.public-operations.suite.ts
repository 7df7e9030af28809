import { defineSuite } from '../../../harness/clause.ts'
import { grantRequest, pathOf } from '../../support/kyc/grant-request.ts'
import { readMetadata } from '../../support/metadata-document.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { expectPublic } from '../../support/reachability.ts'

const suite = defineSuite({ id: 'kyc-authentication', roles: ['kyc'], operations: ['metadata'] })
const { clause } = suite

clause('AUTH-20', 'metadata without any header', async context =>
  expectPublic(await readMetadata(context), 'GET /metadata.json'),
)

clause(
  'AUTH-20',
  'request for permissions without any header',
  async context => {
    const response = await context.get(pathOf(grantRequest(context)), { headers: [] })
    expectPublic(response, 'GET /kyc/grant/{ocid}')
  },
  { operations: ['kyc.grant'] },
)

/** The public operations of a KYC provider. Heading: Authentication. */
export const kycPublicOperations = whereDeclared(suite)
