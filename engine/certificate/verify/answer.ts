import { isObject, jsonIn } from '../../../protocol/json/json.ts'
import { sha256 } from '../../../protocol/signature/hash.ts'
import { recognizePublicKey, verifyHash } from '../../../protocol/signature/keys.ts'
import { decodeSignature } from '../../../protocol/signature/signature.ts'
import type { Report } from '../../../schemas/messages.ts'
import { type ChallengeFacts, challengeValue, hasChallenge } from '../challenge.ts'
import type { SignedPayload } from '../signed-payload.ts'
import { type Finding, fits, misfit, unless } from './finding.ts'

/** Verifies that the challenge belongs to this run, and that the target's key signed it. */
export const verifyAnswer = (report: Report): Finding[] => {
  const { challenge, target } = report
  if (challenge === undefined) return [unanswered(report, 'The report has none')]
  const { role, baseUrl, ocid, environment, metadataDigest } = target
  const about = { role, baseUrl, ocid, environment, metadataDigest } as ChallengeFacts['target']
  if (challengeValue({ ...report.run, target: about }, challenge) !== challenge.value)
    return [
      misfit('challenge', 'It is from another run: it does not belong to the target, metadata, seed and time here.'),
    ]
  const { signed } = challenge
  if (signed === undefined) return [unanswered(report, 'The target signed nothing with it')]
  return unless('challenge', answerFaults(report, signed), `Its key signed ${whatOf(signed)}.`)
}

const unanswered = ({ target: { role }, verdict, challenge }: Report, why: string): Finding => {
  if (role === 'kyc' && challenge)
    return fits('challenge', 'A KYC provider signs its metadata alone: nothing proves that its key answered this run.')
  const text = `${why}: nothing proves that the key of the target answered this run.`
  return verdict === 'conformant' ? misfit('challenge', text) : fits('challenge', text)
}

const answerFaults = ({ challenge, target, profile }: Report, signed: SignedPayload): string[] => {
  const { canonical, signature, encoding, publicKey } = signed
  const isOfRun = challenge !== undefined && hasChallenge(canonical, challenge)
  const compact = decodeSignature(signature, encoding)
  const isSigned = compact !== undefined && verifyHash(publicKey, sha256(canonical), compact)
  return [
    ...(isOfRun ? [] : ['The document that the target signed is from another run: the challenge is not in it.']),
    ...(isSigned ? [] : ['The signature of the target does not verify.']),
    ...(recognizePublicKey(target.publicKey) === publicKey ? [] : ['It is not signed with the key of the target.']),
    ...(profile.signatureEncoding?.value === encoding ? [] : ['It is not encoded as the profile says.']),
  ]
}

/** Describes the signed document: its kind, its order or transfer, and its time by the target's clock. */
const whatOf = ({ what, exchange, canonical }: SignedPayload): string => {
  const payload = jsonIn(canonical)
  const seconds = isObject(payload) ? payload[what === 'proof' ? 'timestamp' : 'createdAt'] : undefined
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds < 253_402_300_800
  const when = isTime ? `, at ${new Date(seconds * 1000).toISOString()} by its own clock` : ''
  return `the ${what} of exchange ${exchange}, which names this run${when}`
}
