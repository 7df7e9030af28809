import { randomBytes } from 'node:crypto'
import { canonicalize } from '../../protocol/json/canonical.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import type { Role } from '../../protocol/operations.ts'
import { registerVersion } from '../../protocol/requirements/index.ts'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import { present } from '../../protocol/time.ts'
import type { RunSettings } from '../settings/settings.ts'
import { version } from '../version.ts'
import { withValues } from '../with-values.ts'

/**
 * The value that makes the names of a run unique: `value` is part of every identifier and reference that the harness chooses, and therefore
 * of the documents that the target signs. `drawn`: when, ISO 8601.
 */
export type Challenge = { value: string; nonce: string; drawn: string }

/** The facts that a challenge is derived from. A report contains all of them. */
export type ChallengeFacts = {
  harness: string
  register: string
  seed: number
  depth: string
  target: { role: string; baseUrl: string; ocid?: number; environment?: string; metadataDigest?: string }
}

/** Hex digits of a challenge: 80 bits. More would make references longer than some systems accept. */
const digits = 20

/**
 * Returns the challenge for a nonce: the first 20 hex digits of the SHA-256 of the canonical JSON of the facts. A target that signs it
 * thereby signs the digest of its metadata.
 */
export const challengeValue = (
  { harness, register, seed, depth, target }: ChallengeFacts,
  { nonce, drawn }: Pick<Challenge, 'nonce' | 'drawn'>,
): string => {
  const { role, baseUrl, ocid, environment, metadataDigest } = target
  const about = withValues({ role, baseUrl, ocid, environment, metadataDigest })
  const facts = { drawn, nonce, harness, register, seed, depth, target: about as JsonObject }
  return sha256Hex(canonicalize(facts)).slice(0, digits)
}

/** What the harness reads from a target before it chooses the first name. */
type ReadTarget = { role: Role; metadata: { status: number; text: string | undefined } }

/** Draws the challenge of a run, once the metadata of its target has been read. */
export const drawChallenge = (settings: RunSettings, { role, metadata }: ReadTarget): Challenge => {
  const { target, environment, seed, depth } = settings
  const drawing = { nonce: randomBytes(16).toString('hex'), drawn: present().toISOString() }
  const digest = metadataDigest(metadata)
  const about = { role, baseUrl: target?.baseUrl ?? '', environment, ...withValues({ ocid: target?.ocid }) }
  const facts = { harness: version, register: registerVersion, seed, depth }
  const value = challengeValue({ ...facts, target: { ...about, ...withValues({ metadataDigest: digest }) } }, drawing)
  return { value, ...drawing }
}

/** Returns the SHA-256 of a metadata document; undefined if the target did not answer. */
export const metadataDigest = ({ status, text = '' }: ReadTarget['metadata']): string | undefined =>
  status === 0 ? undefined : sha256Hex(text)

/** Returns whether a string contains a name that was made with a challenge. */
export const hasChallenge = (text: string, { value }: Pick<Challenge, 'value'>): boolean => text.includes(`-${value}-`)
