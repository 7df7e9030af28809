import { diagnoseSignature, possibleSigners } from '../../protocol/diagnosis.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import { recognizePublicKey } from '../../protocol/keys.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import { blocked, brief, expectThat } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import type { HttpResponse } from './response.ts'

/** The key that the target published when the run began; blocked where it published none that can be used. */
export const targetKey = ({ run }: { run: Pick<RunContext, 'metadata'> }): string => publishedKey(run.metadata)

/**
 * config.publicKey of a metadata answer; one that is written otherwise than it has to be (META-04) is read all the same. Blocked
 * where it is no key. Heading: Metadata document.
 */
export const publishedKey = (metadata: HttpResponse): string => {
  const config = isObject(metadata.json) ? metadata.json.config : undefined
  const key = isObject(config) ? config.publicKey : undefined
  return recognizePublicKey(key) ?? blocked('the target publishes no usable public key (META-04)')
}

/** Breaks the clause unless the signature is the target's over the payload; says what else would have verified. */
export const expectSignedByTarget = (
  context: { run: RunContext },
  what: string,
  signed: { payload: Json; signature: unknown },
): void => {
  const publicKey = targetKey(context)
  const { payload, signature } = signed
  if (verifyPayload(payload, signature, { publicKey, dialect: context.run.profile })) return
  const reading = diagnoseSignature(payload, signature, {
    "the target's published key": publicKey,
    ...keysOf(context.run),
  })
  const why = reading ?? otherKey(context.run, payload, signature)
  expectThat(false, `the signature of ${what} does not verify${why ? `: ${why}` : ''}`, {
    expected: 'a secp256k1 signature over the SHA-256 of the canonical text, by the published key',
    actual: brief(signature ?? 'no signature'),
  })
}

/** Keys that may have made the signatures of this run that verify under none that is known. */
const suspects = new WeakMap<object, Map<string, string>>()

/** Two signatures that one unknown key can have made were made by it. */
const otherKey = ({ http, profile }: RunContext, payload: Json, signature: unknown): string | undefined => {
  const known = suspects.get(http) ?? new Map<string, string>()
  suspects.set(http, known)
  const mark = JSON.stringify([payload, signature])
  for (const key of possibleSigners(payload, signature, profile)) {
    const earlier = known.get(key)
    if (earlier !== undefined && earlier !== mark)
      return `Another key signs than the published one: ${key.slice(0, 16)}…, as in another signature of this run.`
    known.set(key, mark)
  }
  return 'No text, hash, encoding or key that is known accounts for it: another key signed, or another text.'
}

const keysOf = (run: RunContext): Record<string, string> =>
  Object.fromEntries(Object.values(run.identities).map(one => [`the key of ${one.id}`, one.key.publicKey]))

/** A member of a JSON object, or undefined. */
export const member = (value: unknown, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined
