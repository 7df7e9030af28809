import { Mutex } from 'async-mutex'
import type { Issuer } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { pause } from '../../../harness/pause.ts'
import type { RunContext } from '../../../harness/run-context.ts'
import { generatePrivateKey, type PrivateKey } from '../../../protocol/keys.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { unpaidOrder } from './orders.ts'
import { isTaken } from './proofs.ts'

/** What of the issuer that changes its key a run has to remember. */
type Rotation = { mutex: Mutex; key: PrivateKey }

const rotations = new WeakMap<RunContext, Rotation>()

/** An issuer that changes its key, and the one that it publishes at present. */
export type Rotating = { issuer: Issuer; key: PrivateKey }

/**
 * One check at a time uses the issuer that changes its key. What it publishes then stays: a target reads a document only so
 * often, and need not read it again to be where it was.
 */
export const withRotating = async (
  context: CheckContext,
  use: (rotating: Rotating) => Promise<void>,
): Promise<void> => {
  const { rotating: issuer, run } = context
  const rotation = rotations.get(run) ?? { mutex: new Mutex(), key: issuer.key }
  rotations.set(run, rotation)
  await rotation.mutex.runExclusive(() => use({ issuer, key: rotation.key }))
}

/** A key, and when it was published; the time is that of the process clock. */
export type Published = { issuer: Issuer; key: PrivateKey; since: number }

/** From now on the metadata of an issuer publishes a key that it never had before. */
export const publishNewKey = (context: CheckContext, issuer: Issuer): Published => {
  const key = generatePrivateKey()
  const since = performance.now()
  context.counterpart.rotate(issuer.ocid, key)
  const rotation = rotations.get(context.run)
  if (rotation && issuer.ocid === context.rotating.ocid) rotation.key = key
  return { issuer, key, since }
}

/** How often the target has read the metadata of an issuer since then. */
export const readingsOf = ({ journal }: CheckContext, issuer: Issuer, since: number): number =>
  journal.find(({ kind, ocid, at }) => kind === 'metadata' && ocid === issuer.ocid && at >= since).length

/** Whether the target has read the metadata of an issuer since then. */
export const isRead = (context: CheckContext, issuer: Issuer, since: number): boolean =>
  readingsOf(context, issuer, since) > 0

/** Milliseconds in which a target may read a key again; longer may be a cache's lifetime. */
const patienceMs = { quick: 3_000, standard: 3_000, thorough: 30_000 }

/** A correct proof by one of an issuer's keys; how it is answered, whoever sends it: only the answer that takes it, or each. */
export const proofBy = async (context: CheckContext, rotating: Rotating, key = rotating.key): Promise<HttpResponse[]> =>
  deliveredSomehow(context, await provenBy(context, rotating.issuer, key), rotating)

/** What became of a key: `hasRead`: the target has read the document since, and for the sake of proofs. */
export type Uptake = { isKnown: boolean; hasRead: boolean; responses: HttpResponse[] }

/**
 * Proofs by a key that is published, until they are taken or the target has read the document. Others send them first: the
 * issuer's own requests make a target read it for the key of a caller, which may be held elsewhere.
 */
export const uptakeOf = async (context: CheckContext, published: Published): Promise<Uptake> => {
  const { issuer, key, since } = published
  const ms = patienceMs[context.run.depth]
  const isRelayed = async () => isTaken(await context.deliver(await provenBy(context, issuer, key)))
  const hasRead = await within(context, ms, async () => (await isRelayed()) || isRead(context, issuer, since))
  let responses: HttpResponse[] = []
  const isProven = async () => {
    responses = await proofBy(context, published)
    return responses.some(isTaken)
  }
  // What was read in the background counts a moment later.
  const isKnown = (await isProven()) || (hasRead && (await within(context, ms, isProven)))
  return { isKnown, hasRead: hasRead || isKnown, responses }
}

/** A correct proof by an issuer, signed with one of its keys, for a fresh order. */
export const provenBy = async (context: CheckContext, issuer: Issuer, key: PrivateKey): Promise<SignedProof> =>
  issuer.signs(issuer.proof(await unpaidOrder(context)), { key })

/**
 * A proof delivered by another issuer, then by its own with each of its keys: the document says neither who may send a proof
 * nor where the key of a sender comes from. The answer that accepts, or every answer.
 */
const deliveredSomehow = async (
  context: CheckContext,
  body: SignedProof,
  { issuer, key }: Rotating,
): Promise<HttpResponse[]> => {
  const responses: HttpResponse[] = []
  const sendings: Partial<SendOptions>[] = [{}, { as: issuer, key }, { as: issuer }]
  for (const sendOptions of sendings) {
    const response = await context.deliver(body, sendOptions)
    if (isTaken(response)) return [response]
    responses.push(response)
  }
  return responses
}

/** Tries again until it is so, or time is up. */
export const within = async (
  context: CheckContext,
  ms: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<boolean> => {
  const until = performance.now() + ms
  for (;;) {
    if (await isSo()) return true
    if (performance.now() >= until || context.signal.aborted) return false
    await pause(300, context.signal)
  }
}
