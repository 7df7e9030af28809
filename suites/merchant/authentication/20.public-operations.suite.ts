import { defineSuite } from '../../../harness/clause.ts'
import { readMetadata } from '../../support/metadata-document.ts'
import { expectPublic } from '../../support/reachability.ts'

/** The public operations of a merchant. Heading: Authentication. */
const { clause } = defineSuite({
  id: 'merchant-authentication',
  roles: ['merchant'],
  operations: ['metadata'],
})

clause('AUTH-20', 'metadata without any header', async context =>
  expectPublic(await readMetadata(context), 'GET /metadata.json'),
)
