/** META-12 · Declares the capabilities of its role: at least one value that the document lists for it. */

import { declaredCapabilities } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { capabilitiesOf } from '../../../protocol/operations.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause('META-12', 'capabilities of the role', async context => {
  const documented = capabilitiesOf[context.run.role]
  if (documented.length === 0) notApplicable('The document lists no capabilities for this role (META-15).')
  const declared = declaredCapabilities(context.run) ?? notApplicable('config.capabilities is not an array (META-06).')
  const hasDocumented = declared.some(capability => documented.includes(textOf(capability)))
  expectThat(hasDocumented, 'the target does not declare a capability of its role', {
    expected: documented.join(', '),
    actual: declared,
  })
})
