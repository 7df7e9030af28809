/**
 * META-14 · Name of the version member (`protocol` here; on the wire the protocol's own name) and its value (0.1
 * shown).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { brief } from '../../../harness/outcome.ts'
import { metadataOf, versionMembers } from '../../support/metadata-document.ts'
import { wordOf } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause.observe('META-14', 'version member', async context => {
  const [version] = versionMembers(metadataOf(context))
  if (version === undefined) return context.observe({ 'name of the member': 'none', 'its value': 'none' })
  const [name, value] = version
  context.observe(
    {
      'name of the member': wordOf(name, ['protocol'], 'another name'),
      'its value': wordOf(value, ['0.1'], 'another value'),
    },
    `${brief(name, 40)}: ${brief(value, 40)}`,
  )
})
