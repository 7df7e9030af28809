/**
 * AUTH-20 · The public operations of the role (metadata.json, verify/{txid}, kyc/grant/{ocid}) need none of the
 * headers.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { readMetadata } from '../../support/metadata-document.ts'
import { expectPublic } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'merchant-authentication', roles: ['merchant'], operations: ['metadata'] })

clause('AUTH-20', 'metadata without any header', async context =>
  expectPublic(await readMetadata(context), 'GET /metadata.json'),
)
