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

const turns = new WeakMap<Session, Slots>()

/** One check at a time uses an issuer whose metadata it changes; whatever it did to it is undone then. */
export const withRotating = async (stage: Stage, use: (issuer: Issuer) => Promise<void>): Promise<void> => {
  const { rotating, counterpart, session } = stage
  const turn = turns.get(session) ?? createSlots(1)
  turns.set(session, turn)
  const release = await turn.take()
  try {
    await use(rotating)
  } finally {
    counterpart.rotate(rotating.ocid, undefined)
    release()
  }
}

/** From now on the metadata of an issuer publishes a key that it never had before. */
export const publishNewKey = (stage: Stage, issuer: Issuer): { key: PrivateKey; since: number } => {
  const key = generatePrivateKey()
  const since = performance.now()
  stage.counterpart.rotate(issuer.ocid, key)
  return { key, since }
}

/** Whether the target has read the metadata of an issuer since then. */
export const isRead = (stage: Stage, issuer: Issuer, since: number): boolean =>
  stage.witness.find(({ kind, ocid, at }) => kind === 'metadata' && ocid === issuer.ocid && at >= since).length > 0

/** A correct proof by an issuer, signed with one of its keys, for a fresh order. */
export const provenBy = async (stage: Stage, issuer: Issuer, key: PrivateKey): Promise<SignedProof> =>
  issuer.signs(issuer.proof(await unpaidOrder(stage)), { key })

/**
 * A proof delivered by another issuer, then by its own with each of its keys: the document says neither who may send a proof
 * nor where the key of a sender comes from. The answer that accepts, or every answer.
 */
export const deliveredSomehow = async (
  stage: Stage,
  body: SignedProof,
  { issuer, key }: { issuer: Issuer; key: PrivateKey },
): Promise<Answer[]> => {
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
