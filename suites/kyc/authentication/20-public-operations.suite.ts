/**
 * AUTH-20 · The public operations of the role (metadata.json, verify/{txid}, kyc/grant/{ocid}) need none of the
 * headers.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { grantRequest, pathOf } from '../../support/kyc/grant-request.ts'
import { readMetadata } from '../../support/metadata-document.ts'
import { expectPublic } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'kyc-authentication', roles: ['kyc'], operations: ['metadata'] })

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
