import { type Json, memberOf } from '../../protocol/json/json.ts'
import { diagnoseSignature, possibleSigners } from '../../protocol/signature/diagnosis.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { verifyInAnyEncoding } from '../../protocol/signature/payload.ts'
import { blocked, brief, expectThat } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import type { HttpResponse } from './response.ts'

/** Returns the key that the target published when the run began. Blocks the check if there is no usable key. */
export const targetKey = ({ run }: { run: Pick<RunContext, 'metadata'> }): string => publishedKey(run.metadata)

/**
 * Returns config.publicKey of a metadata response, in any notation: META-04 judges how it is written. Blocks the check
 * if it is not a key. Heading: Metadata document.
 */
export const publishedKey = (metadata: HttpResponse): string =>
  keyIn(metadata) ?? blocked('the target publishes no usable public key (META-04)', 'META-04')

/** Returns whether a target publishes a different key than in earlier metadata, which the document allows. */
export const hasOtherKey = (metadata: HttpResponse, earlier: HttpResponse): boolean => {
  const key = keyIn(metadata)
  return key !== undefined && key !== keyIn(earlier)
}

const keyIn = ({ json }: HttpResponse): string | undefined =>
  recognizePublicKey(memberOf(memberOf(json, 'config'), 'publicKey'))

/** Expects the target's signature over the payload. The failure says what would have verified instead. */
export const expectSignedByTarget = (
  context: { run: RunContext },
  what: string,
  { payload, signature, at }: { payload: Json; signature: unknown; at?: { exchange: string } | undefined },
): void => {
  const publicKey = targetKey(context)
  if (verifyInAnyEncoding(payload, signature, { publicKey, dialect: context.run.profile })) return
  const { escapes } = context.run.obstacles
  if (escapes !== undefined && mayBeEscaped(payload)) blocked(escapes)
  const diagnosis = diagnoseSignature(payload, signature, {
    "the target's published key": publicKey,
    ...keysOf(context.run),
  })
  const why = diagnosis ?? otherKey(context.run, payload, signature)
  expectThat(false, `the signature of ${what} does not verify${why ? `: ${why}` : ''}`, {
    expected: 'a secp256k1 signature over the SHA-256 of the canonical text, by the published key',
    actual: brief(signature ?? 'no signature'),
    isProof: true,
    byKey: true,
    at,
  })
}

/** Returns whether a payload has characters that a JSON writer may escape. */
const mayBeEscaped = (payload: Json): boolean => /[^\w\s.,:{}[\]"-]/.test(JSON.stringify(payload))

/** By run, candidate keys for signatures that do not verify with any known key. */
const possibleKeys = new WeakMap<object, Map<string, string>>()

/** Finds an unknown key: if one fits two of the run's signatures, it made both. */
const otherKey = ({ http, profile }: RunContext, payload: Json, signature: unknown): string | undefined => {
  const known = possibleKeys.get(http) ?? new Map<string, string>()
  possibleKeys.set(http, known)
  const mark = JSON.stringify([payload, signature])
  for (const key of possibleSigners(payload, signature, profile)) {
    const earlier = known.get(key)
    if (earlier !== undefined && earlier !== mark)
      return `It was made with a different key than the published one: ${key.slice(0, 16)}…, as was another signature of this run.`
    known.set(key, mark)
  }
  return 'No known text, hash, encoding or key explains it: another key or another text was signed.'
}

const keysOf = (run: RunContext): Record<string, string> =>
  Object.fromEntries(Object.values(run.identities).map(({ id, key }) => [`the key of ${id}`, key.publicKey]))
