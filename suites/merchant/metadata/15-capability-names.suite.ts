/** META-15 · Capability names of the merchant role are not listed. */

import { declaredCapabilities } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import { brief } from '../../../harness/outcome.ts'
import { wordOf } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'merchant-metadata', roles: ['merchant'], operations: ['metadata'] })

clause.observe('META-15', 'names of capabilities', async context => {
  const declared = declaredCapabilities(context.run)
  if (declared === undefined) return context.observe({ 'config.capabilities': 'no array' })
  const names = new Set(
    declared.map(capability => wordOf(capability, ['orders.create', 'transfer.webhook'], 'other names')),
  )
  const shortened = declared.slice(0, 20).map(capability => brief(capability, 60))
  context.observe({ capabilities: [...names].sort() }, shortened.join(', ') || undefined)
})
