import { canonicalize } from '../../protocol/json/canonical.ts'
import type { Json } from '../../protocol/json/json.ts'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import type { CheckOutcome, Report } from '../../schemas/messages.ts'
import { reportFiles } from '../report/files.ts'
import { withValues } from '../with-values.ts'
import { type Envelope, opened, sealed } from './envelope.ts'
import { reportText } from './sign-report.ts'

const payloadType = 'application/vnd.in-toto+json'

/** Returns the text of report.intoto.json: an in-toto statement about a signed report, in an envelope on one line. */
export const statementText = (report: Report, key: PrivateKey): string =>
  envelopeText(sealed(payloadType, Buffer.from(JSON.stringify(statementOf(report))), key))

const envelopeText = (envelope: Envelope): string => `${JSON.stringify(envelope)}\n`

/** Returns whether the text of report.intoto.json is, byte for byte, the statement of a report, signed with the key of the report. */
export const isStatementOf = (report: Report, text: string): boolean => {
  try {
    const envelope = JSON.parse(text) as Envelope
    const payload = opened(envelope, payloadType, report.signature?.publicKey ?? '')
    if (payload === undefined || text !== envelopeText(asWritten(envelope))) return false
    return Buffer.from(payload).toString() === JSON.stringify(statementOf(report))
  } catch {
    return false
  }
}

/** Writes the Base64 of an envelope again, since different texts may encode the same bytes. */
const asWritten = ({ payload, payloadType, signatures }: Envelope): Envelope => ({
  payload: Buffer.from(payload, 'base64').toString('base64'),
  payloadType,
  signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: Buffer.from(sig, 'base64').toString('base64') })),
})

/**
 * Returns an in-toto statement with the predicate of a test result (https://in-toto.io/attestation/test-result/v0.1). Its subjects are the
 * files of the report. Only a conformant run is PASSED, or WARNED if a should clause failed.
 */
export const statementOf = (report: Report) => {
  const { target, run, evidence, profile } = report
  const passed = report.clauses.some(({ verdict }) => verdict === 'warn') ? 'WARNED' : 'PASSED'
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: reportFiles.report, digest: { sha256: sha256Hex(reportText(report)) } },
      ...(evidence ? [{ name: evidence.file, digest: { sha256: evidence.digest } }] : []),
      ...(target.metadataDigest === undefined
        ? []
        : [{ name: reportFiles.metadata, uri: target.baseUrl, digest: { sha256: target.metadataDigest } }]),
    ],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: report.verdict === 'conformant' ? passed : 'FAILED',
      configuration: [
        {
          name: 'oc-conformance',
          uri: `pkg:npm/oc-conformance@${run.harness}`,
          annotations: {
            verdict: report.verdict,
            register: run.register,
            depth: run.depth,
            seed: run.seed,
            ...withValues({ role: target.role, environment: target.environment, challenge: report.challenge?.value }),
          },
        },
        { name: 'profile', digest: { sha256: sha256Hex(canonicalize(profile as unknown as Json)) } },
      ],
      passedTests: idsWith(report, 'pass', 'observed'),
      warnedTests: idsWith(report, 'warn'),
      failedTests: idsWith(report, 'fail', 'known'),
    },
  }
}

const idsWith = ({ checks }: Report, ...wanted: CheckOutcome['verdict'][]): string[] =>
  checks.filter(({ verdict }) => wanted.includes(verdict)).map(({ id }) => id)
