import { diagnoseSignature } from '../../protocol/diagnosis.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import { recognizePublicKey } from '../../protocol/keys.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import type { Answer } from './answer.ts'
import { blocked, brief, holds } from './outcome.ts'
import type { Session } from './session.ts'

/** The key that the target published when the run began; blocked where it published none that can be used. */
export const targetKey = ({ session }: { session: Pick<Session, 'metadata'> }): string => publishedKey(session.metadata)

/**
 * config.publicKey of a metadata answer; one that is written otherwise than it has to be (META-04) is read all the same. Blocked
 * where it is no key. Heading: Metadata document.
 */
export const publishedKey = (metadata: Answer): string => {
  const config = isObject(metadata.json) ? metadata.json.config : undefined
  const key = isObject(config) ? config.publicKey : undefined
  return recognizePublicKey(key) ?? blocked('the target publishes no usable public key (META-04)')
}

/** Breaks the clause unless the signature is the target's over the payload; says what else would have verified. */
export const signedByTarget = (
  stage: { session: Session },
  what: string,
  signed: { payload: Json; signature: unknown },
): void => {
  const publicKey = targetKey(stage)
  const { payload, signature } = signed
  if (verifyPayload(payload, signature, { publicKey, dialect: stage.session.profile })) return
  const reading = diagnoseSignature(payload, signature, {
    "the target's published key": publicKey,
    ...keysOf(stage.session),
  })
  holds(false, `the signature of ${what} does not verify${reading ? `: ${reading}` : ''}`, {
    expected: 'a secp256k1 signature over the SHA-256 of the canonical text, by the published key',
    actual: brief(signature ?? 'no signature'),
  })
}

const keysOf = (session: Session): Record<string, string> =>
  Object.fromEntries(Object.values(session.identities).map(one => [`the key of ${one.id}`, one.key.publicKey]))

/** A member of a JSON object, or undefined. */
export const member = (value: unknown, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined
