/** META-13 · Stable: repeated reads give the same identity (key, endpoint) and a signature that verifies each time. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'
import { isConfigSigned, metadataOf, readMetadataRepeatedly } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

const identityOf = (document: Json): string =>
  JSON.stringify(['publicKey', 'endpoint'].map(name => memberOf(memberOf(document, 'config'), name) ?? null))

clause('META-13', 'repeated reads', async context => {
  const responses = await readMetadataRepeatedly(context)
  if (responses.length === 0) notApplicable('The document cannot be read again without authentication (META-01).')
  const documents: Json[] = [metadataOf(context), ...responses.map(({ json }) => json)]
  const identities = new Set(documents.map(identityOf))
  expectThat(identities.size <= 1, 'the identity changes from one read to the next', {
    expected: 'the same key and endpoint',
    actual: [...identities].join(', then '),
  })
  // A signature that never verifies fails META-08.
  const verified = documents.map(document => isConfigSigned(context, document))
  expectThat(new Set(verified).size <= 1, 'the signature verifies at one read and not at another', {
    expected: 'a signature that verifies each time',
    actual: `${verified.filter(isVerified => isVerified).length} of ${verified.length} verify`,
  })
})
