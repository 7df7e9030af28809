import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget, targetKey } from '../../../harness/http/target-signature.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { canonicalForms } from '../../../protocol/json/canonical.ts'
import { escapeWordsOf } from '../../../protocol/json/escapes.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import { encodingsOf } from '../../../protocol/signature/signature.ts'

/** The signature of config, the only one that a KYC provider makes. Heading: Authentication, payload signatures. */
const { clause } = defineSuite({ id: 'kyc-signatures', roles: ['kyc'], operations: ['metadata'] })

/** Returns the signed config; not applicable if it is missing, which fails META-02. */
const signedConfig = ({ run }: CheckContext) => {
  const [payload, signature] = [memberOf(run.metadata.json, 'config'), memberOf(run.metadata.json, 'signature')]
  if (payload === undefined || signature === undefined) return notApplicable('The metadata is not signed (META-02).')
  return { payload, signature }
}

clause('SIG-04', 'metadata config', async context =>
  expectSignedByTarget(context, 'the metadata config', signedConfig(context)),
)

const isVerifiedWith = (context: CheckContext, choice: Partial<CheckContext['dialect']>): boolean => {
  const { payload, signature } = signedConfig(context)
  return verifyPayload(payload, signature, {
    publicKey: targetKey(context),
    dialect: { ...context.dialect, ...choice },
  })
}

clause.observe('SIG-07', 'encoding of the metadata signature', async context => {
  const { signature } = signedConfig(context)
  const verifying = encodingsOf(signature).filter(signatureEncoding => isVerifiedWith(context, { signatureEncoding }))
  context.observe(verifying[0] ?? 'none that is known')
})

clause.observe('SIG-08', 'canonical form of the metadata config', async context => {
  const verifying = canonicalForms.filter(canonicalJson => isVerifiedWith(context, { canonicalJson }))
  // Without nested members, several forms are the same text.
  context.observe({ 'forms that verify': verifying, escapes: escapeWordsOf(context.dialect.canonicalEscapes) })
})
