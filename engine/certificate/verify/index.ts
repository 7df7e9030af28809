import { recognizePublicKey } from '../../../protocol/signature/keys.ts'
import type { Report } from '../../../schemas/messages.ts'
import { isSignedWhole, reportText } from '../sign-report.ts'
import { verifyAnswer } from './answer.ts'
import { verifyFiles } from './files.ts'
import { type Finding, fits, misfit, unless } from './finding.ts'
import { verifyHarness, verifyProfile, verifyRegister, verifyVerdict } from './verdict.ts'

export type { Finding } from './finding.ts'

/** A report, and the data that it is compared with. */
type Certificate = {
  report: Report
  /** The bytes of report.json. */
  bytes: Uint8Array
  /** The folder that it is in. */
  folder: string
  /** The key that must have signed it, 128 hex digits; if absent, a signature by any key is accepted. */
  signer: string | undefined
  /** Ids of the checks of the role in this harness. */
  checks: readonly string[]
}

/** Verifies a report and the files beside it. UsageError for a file that is larger than any file of a report. */
export const verifyReport = async ({ report, bytes, folder, signer, checks }: Certificate): Promise<Finding[]> => [
  ...verifySignature(report, signer),
  ...unless(
    'layout',
    Buffer.from(reportText(report)).equals(bytes)
      ? []
      : ['report.json is not byte for byte as oc-conformance wrote it.'],
    'report.json is written as oc-conformance writes it.',
  ),
  ...(await verifyFiles({ report, folder })),
  ...verifyRegister(report),
  ...verifyHarness(report, checks),
  ...verifyProfile(report),
  ...verifyVerdict(report),
  ...verifyAnswer(report),
]

const verifySignature = (report: Report, signer: string | undefined): Finding[] => {
  const { signature } = report
  if (signature === undefined)
    return [misfit('signature', 'The report is not signed, so anyone may have written it. run --sign KEYFILE signs.')]
  if (!isSignedWhole(report))
    return [misfit('signature', 'It does not verify: the report or the signature was changed.')]
  if (signer !== undefined && signer !== signature.publicKey)
    return [misfit('signature', `It is by a different key than the one given: ${signature.publicKey}`)]
  const whose = signer === undefined ? '. Give the key that you expect with --key' : ', the one given'
  const isOwn = recognizePublicKey(report.target.publicKey) === signature.publicKey
  const own = isOwn ? ' It is the key of the target itself: no one else vouches for the report.' : ''
  return [fits('signature', `By the key ${signature.publicKey}${whose}.${own}`)]
}
