import { canonicalForms } from '../../protocol/canonical.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import { signatureEncodings } from '../../protocol/signature.ts'
import { defineSuite } from '../harness/clause.ts'
import { notApplicable } from '../harness/outcome.ts'
import { member, signedByTarget, targetKey } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'

/** The one signature that a KYC provider makes. Heading: Authentication, payload signatures. */
export const kycSignatures = defineSuite({ id: 'kyc-signatures', roles: ['kyc'], operations: ['metadata'] })
const { clause } = kycSignatures

/** The signed config; that there is none breaks another row. */
const signed = ({ session }: Stage) => {
  const [payload, signature] = [member(session.metadata.json, 'config'), member(session.metadata.json, 'signature')]
  if (payload === undefined || signature === undefined) return notApplicable('The metadata is not signed (META-02).')
  return { payload, signature }
}

clause('SIG-04', 'metadata config', async stage => signedByTarget(stage, 'the metadata config', signed(stage)))

const verifies = (stage: Stage, choice: Partial<Stage['dialect']>): boolean => {
  const { payload, signature } = signed(stage)
  return verifyPayload(payload, signature, { publicKey: targetKey(stage), dialect: { ...stage.dialect, ...choice } })
}

clause.observe('SIG-07', 'encoding of the metadata signature', async stage => {
  const fitting = signatureEncodings.filter(signatureEncoding => verifies(stage, { signatureEncoding }))
  stage.observe(fitting[0] ?? 'none that is known')
})

clause.observe('SIG-08', 'canonical form of the metadata config', async stage => {
  const fitting = canonicalForms.filter(canonicalJson => verifies(stage, { canonicalJson }))
  // Where nothing is nested, several forms are the same text.
  stage.observe({ 'forms that verify': fitting })
})
