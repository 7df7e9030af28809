/** META-06 · config.capabilities is an array of strings. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { configMember } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause('META-06', 'list of capabilities', async context => {
  const capabilities = configMember(context, 'capabilities')
  const isList = Array.isArray(capabilities) && capabilities.every(capability => typeof capability === 'string')
  expectThat(isList, 'config.capabilities is not an array of strings', {
    expected: 'an array of strings',
    actual: capabilities,
  })
})
