import { generatePrivateKey, type PrivateKey } from '../../protocol/keys.ts'
import type { SignedProof } from '../../schemas/messages.ts'
import type { Answer } from '../harness/answer.ts'
import type { Issuer } from '../harness/issuer.ts'
import type { Session } from '../harness/session.ts'
import { createSlots, pause, type Slots } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import type { Sending } from '../harness/target.ts'
import { unpaidOrder } from './orders.ts'
import { isTaken } from './proofs.ts'

/** What of the issuer that changes its key a run has to remember. */
type Rotation = { turn: Slots; key: PrivateKey }

const rotations = new WeakMap<Session, Rotation>()

/** An issuer that changes its key, and the one that it publishes at present. */
export type Rotating = { issuer: Issuer; key: PrivateKey }

/**
 * One check at a time uses the issuer that changes its key. What it publishes then stays: a target reads a document only so
 * often, and need not read it again to be where it was.
 */
export const withRotating = async (stage: Stage, use: (rotating: Rotating) => Promise<void>): Promise<void> => {
  const { rotating: issuer, session } = stage
  const rotation = rotations.get(session) ?? { turn: createSlots(1), key: issuer.key }
  rotations.set(session, rotation)
  const release = await rotation.turn.take()
  try {
    await use({ issuer, key: rotation.key })
  } finally {
    release()
  }
}

/** A key, and when it was published; the time is that of the process clock. */
export type Published = { issuer: Issuer; key: PrivateKey; since: number }

/** From now on the metadata of an issuer publishes a key that it never had before. */
export const publishNewKey = (stage: Stage, issuer: Issuer): Published => {
  const key = generatePrivateKey()
  const since = performance.now()
  stage.counterpart.rotate(issuer.ocid, key)
  const rotation = rotations.get(stage.session)
  if (rotation && issuer.ocid === stage.rotating.ocid) rotation.key = key
  return { issuer, key, since }
}

/** How often the target has read the metadata of an issuer since then. */
export const readingsOf = ({ witness }: Stage, issuer: Issuer, since: number): number =>
  witness.find(({ kind, ocid, at }) => kind === 'metadata' && ocid === issuer.ocid && at >= since).length

/** Whether the target has read the metadata of an issuer since then. */
export const isRead = (stage: Stage, issuer: Issuer, since: number): boolean => readingsOf(stage, issuer, since) > 0

/** Milliseconds in which a target may read a key again; longer may be a cache's lifetime. */
const patienceMs = { quick: 3_000, standard: 3_000, thorough: 30_000 }

/** A correct proof by one of an issuer's keys; how it is answered, whoever sends it: only the answer that takes it, or each. */
export const proofBy = async (stage: Stage, rotating: Rotating, key = rotating.key): Promise<Answer[]> =>
  deliveredSomehow(stage, await provenBy(stage, rotating.issuer, key), rotating)

/** What became of a key: `hasRead`: the target has read the document since, and for the sake of proofs. */
export type Uptake = { isKnown: boolean; hasRead: boolean; answers: Answer[] }

/**
 * Proofs by a key that is published, until they are taken or the target has read the document. Others send them first: the
 * issuer's own requests make a target read it for the key of a caller, which may be held elsewhere.
 */
export const uptakeOf = async (stage: Stage, published: Published): Promise<Uptake> => {
  const { issuer, key, since } = published
  const ms = patienceMs[stage.session.depth]
  const isRelayed = async () => isTaken(await stage.deliver(await provenBy(stage, issuer, key)))
  const hasRead = await within(stage, ms, async () => (await isRelayed()) || isRead(stage, issuer, since))
  let answers: Answer[] = []
  const isProven = async () => {
    answers = await proofBy(stage, published)
    return answers.some(isTaken)
  }
  // What was read in the background counts a moment later.
  const isKnown = (await isProven()) || (hasRead && (await within(stage, ms, isProven)))
  return { isKnown, hasRead: hasRead || isKnown, answers }
}

/** A correct proof by an issuer, signed with one of its keys, for a fresh order. */
export const provenBy = async (stage: Stage, issuer: Issuer, key: PrivateKey): Promise<SignedProof> =>
  issuer.signs(issuer.proof(await unpaidOrder(stage)), { key })

/**
 * A proof delivered by another issuer, then by its own with each of its keys: the document says neither who may send a proof
 * nor where the key of a sender comes from. The answer that accepts, or every answer.
 */
const deliveredSomehow = async (stage: Stage, body: SignedProof, { issuer, key }: Rotating): Promise<Answer[]> => {
  const answers: Answer[] = []
  const sendings: Partial<Sending>[] = [{}, { as: issuer, key }, { as: issuer }]
  for (const sending of sendings) {
    const answer = await stage.deliver(body, sending)
    if (isTaken(answer)) return [answer]
    answers.push(answer)
  }
  return answers
}

/** Tries again until it is so, or time is up. */
export const within = async (stage: Stage, ms: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> => {
  const until = performance.now() + ms
  for (;;) {
    if (await isSo()) return true
    if (performance.now() >= until || stage.signal.aborted) return false
    await pause(300, stage.signal)
  }
}
