import { asksForNoHeaders } from '../answered.ts'
import { defineSuite } from '../harness/clause.ts'

/** Which operations of a merchant are public. Heading: Authentication. */
export const merchantAuthentication = defineSuite({
  id: 'merchant-authentication',
  roles: ['merchant'],
  operations: ['metadata'],
})
const { clause } = merchantAuthentication

clause('AUTH-20', 'metadata without any header', async stage => {
  const { origin, pathname } = new URL(stage.session.metadata.url)
  asksForNoHeaders(await stage.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
})
