import { type Json, memberOf } from '../../protocol/json/json.ts'
import type { Profile } from '../../protocol/profile.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { dialectFromMetadata } from '../discovery/from-metadata.ts'

/** How the document writes a public key. Heading: Metadata document. */
const documentedKey = /^[0-9a-f]{128}$/i

/**
 * Returns a known fault of the target's own signatures, as a sentence: a target that signs wrongly also verifies the metadata of others
 * wrongly, so that it refuses a caller although it could know the key. `undefined` if there is none so far.
 */
export const signingFault = (metadata: Json | undefined, { canonicalJson }: Profile): string | undefined => {
  if (canonicalJson === 'key-list')
    return 'it signs without the nested members (SIG-10), and may verify the metadata of others in the same way'
  const publicKey = memberOf(memberOf(metadata, 'config'), 'publicKey')
  if (typeof publicKey === 'string' && !documentedKey.test(publicKey) && recognizePublicKey(publicKey) !== undefined)
    return 'it writes its public key differently from the document (META-04), and may expect the same of others'
  const isSigned = memberOf(metadata, 'signature') !== undefined && publicKey !== undefined
  return isSigned && (dialectFromMetadata(metadata)?.writings ?? []).length === 0
    ? 'the signature of its own metadata does not verify (SIG-04), and it may verify signatures of others in the same way'
    : undefined
}
