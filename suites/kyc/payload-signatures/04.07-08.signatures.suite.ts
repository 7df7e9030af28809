import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget, member, targetKey } from '../../../harness/http/target-signature.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { canonicalForms } from '../../../protocol/canonical.ts'
import { verifyPayload } from '../../../protocol/payload.ts'
import { signatureEncodings } from '../../../protocol/signature.ts'

/** The one signature that a KYC provider makes. Heading: Authentication, payload signatures. */
export const kycSignatures = defineSuite({ id: 'kyc-signatures', roles: ['kyc'], operations: ['metadata'] })
const { clause } = kycSignatures

/** The signed config; that there is none breaks another row. */
const signed = ({ run }: CheckContext) => {
  const [payload, signature] = [member(run.metadata.json, 'config'), member(run.metadata.json, 'signature')]
  if (payload === undefined || signature === undefined) return notApplicable('The metadata is not signed (META-02).')
  return { payload, signature }
}

clause('SIG-04', 'metadata config', async context =>
  expectSignedByTarget(context, 'the metadata config', signed(context)),
)

const verifies = (context: CheckContext, choice: Partial<CheckContext['dialect']>): boolean => {
  const { payload, signature } = signed(context)
  return verifyPayload(payload, signature, {
    publicKey: targetKey(context),
    dialect: { ...context.dialect, ...choice },
  })
}

clause.observe('SIG-07', 'encoding of the metadata signature', async context => {
  const fitting = signatureEncodings.filter(signatureEncoding => verifies(context, { signatureEncoding }))
  context.observe(fitting[0] ?? 'none that is known')
})

clause.observe('SIG-08', 'canonical form of the metadata config', async context => {
  const fitting = canonicalForms.filter(canonicalJson => verifies(context, { canonicalJson }))
  // Where nothing is nested, several forms are the same text.
  context.observe({ 'forms that verify': fitting })
})
