import type { SignedProof } from '../../schemas/messages.ts'
import { publishedKey } from '../published-key.ts'
import type { Merchant } from './merchant.ts'

/** `heldMs`: how long a key counts once it was read; `againMs`: the least time from one reading to the next. */
export type KeyTimes = { heldMs: number; againMs: number }

/** For each issuer: a changed key is seen in two seconds, and bad signatures cannot make the merchant hammer anybody. */
export const keyTimes: KeyTimes = { heldMs: 10_000, againMs: 2_000 }

type Key = string | undefined

type Reading = { startedAt: number; isOver: boolean; key: Promise<Key> }

/** Keys by issuer, as their metadata documents showed them last. Only accepted issuers take room. Times in ms. */
export class IssuerKeys {
  readonly #held = new Map<number, { key: string; readAt: number }>()
  readonly #readings = new Map<number, Reading>()

  /** The key of an issuer, while it counts. */
  held(issuer: number, now: number, { heldMs }: KeyTimes): Key {
    const held = this.#held.get(issuer)
    return held !== undefined && now - held.readAt < heldMs ? held.key : undefined
  }

  /** The key as it is published now; what the last reading gives where that is under way, or too recent. */
  read(issuer: number, read: () => Promise<Key>, { now, againMs }: { now: number; againMs: number }): Promise<Key> {
    const last = this.#readings.get(issuer)
    if (last !== undefined && (!last.isOver || now - last.startedAt < againMs)) return last.key
    const reading: Reading = { startedAt: now, isOver: false, key: Promise.resolve(undefined) }
    reading.key = read()
      .then(key => this.#hold(issuer, key, now))
      .finally(() => {
        reading.isOver = true
      })
    this.#readings.set(issuer, reading)
    return reading.key
  }

  // A reading that failed takes nothing away: whoever sends bad signatures during an outage does no harm by it.
  #hold(issuer: number, key: Key, readAt: number): Key {
    if (key !== undefined) this.#held.set(issuer, { key, readAt })
    return key
  }
}

/** Reads an issuer's key from its metadata document; undefined when it cannot be had, in a bounded time. */
export const readIssuerKey = (issuer: number, merchant: Merchant): Promise<Key> => publishedKey(issuer, merchant)

/**
 * Whether a proof is signed with the key that its issuer publishes. The key that is held decides where it fits; else the
 * document is read, so that a new key counts at once and an old one no longer than it is held.
 */
export const isSignedByIssuer = async ({ proof, signature }: SignedProof, merchant: Merchant): Promise<boolean> => {
  const { policies, ports, profile, issuerKeys } = merchant
  const isBy = (publicKey: Key): boolean =>
    publicKey !== undefined && policies.verifyPayload(proof, signature, { publicKey, dialect: profile })
  const now = ports.now()
  if (isBy(issuerKeys.held(proof.issuer, now, policies.keyTimes))) return true
  const read = () => policies.readIssuerKey(proof.issuer, merchant)
  return isBy(await issuerKeys.read(proof.issuer, read, { now, againMs: policies.keyTimes.againMs }))
}
