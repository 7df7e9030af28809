/**
 * META-03 · Optional members have their type when present: profile string, icon URI, kyc array of integers, contact
 * string.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { violations } from '../../../schemas/validate.ts'
import { metadataOf } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause('META-03', 'types of optional members', async context => {
  const optional = /^\/(profile|icon|kyc|contact)(\/|$)/
  const [misfit] = violations('metadata', metadataOf(context)).filter(({ path }) => optional.test(path))
  expectThat(misfit === undefined, `the metadata does not fit: ${misfit?.path} ${misfit?.message}`, {
    expected: 'profile a string, icon a URI, kyc an array of integers, contact a string, where present',
    actual: metadataOf(context),
  })
})
