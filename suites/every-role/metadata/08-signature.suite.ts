/** META-08 · signature verifies over the canonical config with config.publicKey. */

import { defineSuite } from '../../../harness/clause.ts'
import { publishedKey } from '../../../harness/http/target-signature.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { diagnoseMember } from '../../../protocol/signature/diagnosis.ts'
import { isConfigSigned, metadataOf, readMetadataRepeatedly } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause('META-08', 'signature of config', async context => {
  const document = metadataOf(context)
  if (document.signature === undefined) notApplicable('The metadata has no signature (META-02).')
  const publicKey = publishedKey(context.run.metadata)
  if (isConfigSigned(context, document)) return
  const diagnosis = diagnoseMember(document, 'config', { 'the published key': publicKey })
  fail(`the metadata signature does not verify${diagnosis ? `: ${diagnosis}` : ''}`, {
    expected: 'a signature of the canonical config by config.publicKey',
    actual: document.signature ?? 'none',
  })
})

clause('META-08', 'signature of config at many reads', async context => {
  if (!isConfigSigned(context, metadataOf(context))) notApplicable('The signature does not verify at any read.')
  const responses = await readMetadataRepeatedly(context)
  const wrong = responses.find(({ json }) => !isConfigSigned(context, json))
  expectThat(wrong === undefined, 'the metadata signature verifies at one read and not at another', {
    expected: 'a signature of the canonical config by config.publicKey, at each read',
    actual: memberOf(wrong?.json, 'signature') ?? 'none',
    isProof: true,
    at: wrong,
  })
})
