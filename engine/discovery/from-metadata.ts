import {
  type CanonicalWriting,
  canonicalize,
  canonicalText,
  canonicalWritings,
  rfc8785Writing,
} from '../../protocol/json/canonical.ts'
import type { CanonicalEscape } from '../../protocol/json/escapes.ts'
import { isObject, type Json, memberOf } from '../../protocol/json/json.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import { encodingsOf, type SignatureEncoding, sameTextIn } from '../../protocol/signature/signature.ts'
import { escapesExplaining } from './learned-escapes.ts'

/**
 * The encoding of a target's signatures, and every canonical JSON that its metadata signature fits. `otherEncodings`: further encodings that
 * write this signature as the same text.
 */
export type MetadataDialect = {
  signatureEncoding: SignatureEncoding
  otherEncodings: readonly SignatureEncoding[]
  writings: readonly CanonicalWriting[]
}

/**
 * Reads the dialect from the signature of a metadata document: its encoding, and every canonical JSON that it fits (a config without nested
 * objects is the same in all orders). If it fits none, only the encoding is known, from the shape of the text. Undefined if no encoding has
 * that shape. Headings: Metadata document, Authentication (payload signatures).
 */
export const dialectFromMetadata = (document: Json | undefined): MetadataDialect | undefined => {
  const signature = memberOf(document, 'signature')
  const encodings = encodingsOf(signature)
  const [shape] = encodings
  if (shape === undefined) return undefined
  const texts = textsOf(memberOf(document, 'config'))
  for (const signatureEncoding of encodings) {
    const writings = texts.find(([first]) => first && verifies(document, { signatureEncoding, ...first }))
    if (writings) return { ...encodingIn(signature, signatureEncoding), writings }
  }
  const learned = learnedFrom(document, encodings)
  if (learned) return learned
  return { ...encodingIn(signature, shape), writings: [] }
}

const encodingIn = (signature: Json | undefined, encoding: SignatureEncoding) => ({
  signatureEncoding: asWritten(signature, encoding),
  otherEncodings: sameTextIn(signature, encoding),
})

/** Learns the escapes of an unknown writer from the few characters of a config that may be escaped. */
const learnedFrom = (
  document: Json | undefined,
  encodings: readonly SignatureEncoding[],
): MetadataDialect | undefined => {
  const config = memberOf(document, 'config')
  if (config === undefined || textsOf(config).length === 0) return undefined
  for (const signatureEncoding of encodings) {
    const isSignedWith = (canonicalEscapes: readonly CanonicalEscape[]) =>
      verifies(document, { signatureEncoding, ...rfc8785Writing, canonicalEscapes })
    const canonicalEscapes = escapesExplaining(canonicalize(config), isSignedWith)
    if (canonicalEscapes)
      return {
        ...encodingIn(memberOf(document, 'signature'), signatureEncoding),
        writings: [{ ...rfc8785Writing, canonicalEscapes }],
      }
  }
  return undefined
}

/** Groups the canonical JSONs by the text that they write. */
const textsOf = (config: Json | undefined): CanonicalWriting[][] => {
  if (config === undefined) return []
  try {
    return [...Map.groupBy(canonicalWritings(), writing => canonicalText(config, writing)).values()]
  } catch {
    return []
  }
}

const verifies = (
  document: Json | undefined,
  choices: Pick<Profile, 'signatureEncoding'> & CanonicalWriting,
): boolean => {
  const config = memberOf(document, 'config')
  const publicKey = recognizePublicKey(memberOf(config, 'publicKey'))
  if (config === undefined || publicKey === undefined) return false
  const dialect = { ...referenceProfile, ...choices }
  return verifyPayload(config, memberOf(document, 'signature'), { publicKey, dialect })
}

/**
 * Finds the member with the protocol version, and its value: `protocol`, or else an undocumented member that looks like a
 * version, a short text of digits and dots. Heading: Versioning.
 */
export const versionFromMetadata = (
  document: Json | undefined,
): Partial<Pick<Profile, 'versionMember' | 'version'>> => {
  if (!isObject(document)) return {}
  const texts = Object.entries(document).filter(
    (member): member is [string, string] => typeof member[1] === 'string' && !otherMembers.has(member[0]),
  )
  const found =
    texts.find(([name]) => name === 'protocol') ??
    texts.find(([, value]) => /^v?\d{1,4}(\.\d{1,4}){1,2}$/.test(value)) ??
    texts.find(([name]) => /version|protocol/i.test(name))
  if (found === undefined || found.some(text => text.length > longestVersion)) return {}
  const [versionMember, version] = found
  return { versionMember, version }
}

/** The documented members that are not a version. */
const otherMembers: ReadonlySet<string> = new Set(['name', 'profile', 'icon', 'config', 'kyc', 'signature', 'contact'])

const longestVersion = 80

/** Decoding accepts hex digits in either case; a target writes only one. */
const asWritten = (signature: Json | undefined, encoding: SignatureEncoding): SignatureEncoding =>
  encoding === 'compact-hex' && typeof signature === 'string' && /[A-F]/.test(signature)
    ? 'compact-hex-upper'
    : encoding
