import { defineSuite } from '../../../harness/clause.ts'
import { expectPublic } from '../../support/reachability.ts'

/** Which operations of a merchant are public. Heading: Authentication. */
export const merchantAuthentication = defineSuite({
  id: 'merchant-authentication',
  roles: ['merchant'],
  operations: ['metadata'],
})
const { clause } = merchantAuthentication

clause('AUTH-20', 'metadata without any header', async context => {
  const { origin, pathname } = new URL(context.run.metadata.url)
  expectPublic(await context.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
})
