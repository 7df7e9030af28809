import { defineSuite } from '../../../harness/clause.ts'
import { publishedKey } from '../../../harness/http/target-signature.ts'
import { fail, notApplicable } from '../../../harness/outcome.ts'
import { diagnoseMember } from '../../../protocol/signature/diagnosis.ts'
import { isConfigSigned, metadataOf } from '../../support/metadata-document.ts'

/** The signature of config. Headings: Metadata document, Authentication. */
export const metadataSignature = defineSuite({
  id: 'metadata',
  roles: ['gateway', 'merchant', 'kyc'],
  operations: ['metadata'],
})
const { clause } = metadataSignature

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
