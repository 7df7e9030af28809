import { Mutex } from 'async-mutex'
import type { Issuer } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RequestFilter } from '../../../harness/counterpart.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { borrowerOf } from '../../../harness/lent-out.ts'
import { blocked, fail } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import type { RunContext } from '../../../harness/run-context.ts'
import { generatePrivateKey, type PrivateKey } from '../../../protocol/signature/keys.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { requireCaused } from '../caused.ts'
import { unpaidOrder } from './orders.ts'
import { describeProofResponse, isAcceptance } from './proofs.ts'

/** What a run remembers about the issuer that rotates its key. */
type Rotation = { mutex: Mutex; key: PrivateKey }

const rotations = new WeakMap<RunContext, Rotation>()

/** An issuer that rotates its key, and its current published key. */
export type Rotating = { issuer: Issuer; key: PrivateKey }

/**
 * Waits for an issuer; returns a function that releases it to the next check. A check that runs out of time while waiting leaves it to the
 * others.
 */
const acquire = async ({ idle, signal }: CheckContext, mutex: Mutex): Promise<() => void> => {
  const { lent, giveBack } = await borrowerOf(signal).borrow('issuer', () => idle(mutex.acquire()))
  const release = () => {
    lent()
    giveBack()
  }
  if (!signal.aborted) return release
  release()
  return blocked('the check ran out of time while other checks used the issuer')
}

/**
 * Lends the issuer that changes its key to one check at a time. Its metadata is not reset: a target reads a document only so often, and
 * need not read it again just to return to the earlier state.
 */
export const withRotatingIssuer = async (
  context: CheckContext,
  use: (rotating: Rotating) => Promise<void>,
): Promise<void> => {
  const { rotating: issuer, run } = context
  const rotation = rotations.get(run) ?? { mutex: new Mutex(), key: issuer.key }
  rotations.set(run, rotation)
  const release = await acquire(context, rotation.mutex)
  try {
    await use({ issuer, key: rotation.key })
  } finally {
    release()
  }
}

const unreliableOnes = new WeakMap<RunContext, Mutex>()

/**
 * Lends the issuer whose metadata misbehaves to one check at a time; the behaviour ends with the check. The key in its metadata is not
 * reset, since it is never the registered one.
 */
export const withUnreliableIssuer = async (
  context: CheckContext,
  use: (issuer: Issuer) => Promise<void>,
): Promise<void> => {
  const { unreliable: issuer, counterpart, run } = context
  const mutex = unreliableOnes.get(run) ?? new Mutex()
  unreliableOnes.set(run, mutex)
  const release = await acquire(context, mutex)
  try {
    await use(issuer)
  } finally {
    counterpart.misbehave(issuer.ocid, undefined)
    release()
  }
}

/** A published key, and the time of its publication on the process clock. */
export type Published = { issuer: Issuer; key: PrivateKey; since: number }

/** Publishes a new key in the metadata of an issuer. Heading: Metadata document. */
export const publishNewKey = (context: CheckContext, issuer: Issuer): Published => {
  const key = generatePrivateKey()
  const since = performance.now()
  context.counterpart.rotate(issuer.ocid, key)
  const rotation = rotations.get(context.run)
  if (rotation && issuer.ocid === context.rotating.ocid) rotation.key = key
  return { issuer, key, since }
}

const isReadOf =
  (issuer: Issuer): RequestFilter =>
  ({ kind, ocid }) =>
    kind === 'metadata' && ocid === issuer.ocid

/** Counts how often the metadata of an issuer was read since a given time, by the target or anyone else. */
export const metadataReads = ({ journal }: CheckContext, issuer: Issuer, since: number): number =>
  journal.find(request => request.at >= since && isReadOf(issuer)(request)).length

/** Returns whether the metadata of an issuer was read since a given time. */
export const hasReadMetadata = (context: CheckContext, issuer: Issuer, since: number): boolean =>
  metadataReads(context, issuer, since) > 0

/** Delivers a correct proof signed with a key; returns the response that accepts it, or all responses. */
const deliverProofBy = async (context: CheckContext, rotating: Rotating, key = rotating.key): Promise<HttpResponse[]> =>
  deliverFromAnySender(context, await proofSignedBy(context, rotating.issuer, key), rotating)

/** Whether the target accepts a published key, and whether the document was read since. */
export type Uptake = { published: Published; isKnown: boolean; hasRead: boolean; responses: HttpResponse[] }

/**
 * Delivers proofs signed with a published key until one is accepted or the target has read the document. At first, another issuer sends
 * them: the issuer's own requests would make a target read the document for a caller's key, which it may store elsewhere.
 */
export const awaitUptake = async (context: CheckContext, published: Published): Promise<Uptake> => {
  const { issuer, key, since } = published
  const ms = waits.issuerKey.ms[context.run.depth]
  const isRelayed = async () => isAcceptance(await context.deliver(await proofSignedBy(context, issuer, key)))
  const hasRead = await retryUntil(
    context,
    ms,
    async () => (await isRelayed()) || hasReadMetadata(context, issuer, since),
  )
  let responses: HttpResponse[] = []
  const isProven = async () => {
    responses = await deliverProofBy(context, published)
    return responses.some(isAcceptance)
  }
  // A document that is read in the background is used a moment later.
  const isKnown = (await isProven()) || (hasRead && (await retryUntil(context, ms, isProven)))
  return { published, isKnown, hasRead: hasRead || isKnown, responses }
}

/** Fails the clause unless a key is accepted that the target has read. Blocks it if others may have read the document. */
export const expectKnown = async (
  context: CheckContext,
  { published: { issuer, key }, isKnown, responses }: Uptake,
  message: string,
): Promise<void> => {
  if (isKnown) return
  const act = async () => context.deliver(await proofSignedBy(context, issuer, key))
  await requireCaused(context, isReadOf(issuer), { act })
  fail(message, { expected: '200 accepted', actual: responses.map(describeProofResponse).join(', ') })
}

/** Returns a correct proof of an issuer for a fresh order, signed with a key. */
export const proofSignedBy = async (context: CheckContext, issuer: Issuer, key: PrivateKey): Promise<SignedProof> =>
  issuer.signs(issuer.proof(await unpaidOrder(context)), { key })

/**
 * Returns how a proof may be sent: as another issuer, then as its own with each key. The document says neither who may send a proof
 * nor where the key of a sender comes from.
 */
const sendingsOf = ({ issuer, key }: Rotating): Partial<SendOptions>[] => [{}, { as: issuer, key }, { as: issuer }]

/** Returns how a correct proof of an issuer must be sent to be accepted; undefined if it is refused either way. */
export const acceptedSending = async (
  context: CheckContext,
  rotating: Rotating,
): Promise<Partial<SendOptions> | undefined> => {
  for (const sending of sendingsOf(rotating)) {
    const body = await proofSignedBy(context, rotating.issuer, rotating.key)
    if (isAcceptance(await context.deliver(body, sending))) return sending
  }
  return undefined
}

/** Delivers a proof in each way. Returns the response that accepts it, or all responses. */
const deliverFromAnySender = async (
  context: CheckContext,
  body: SignedProof,
  rotating: Rotating,
): Promise<HttpResponse[]> => {
  const responses: HttpResponse[] = []
  for (const sendOptions of sendingsOf(rotating)) {
    const response = await context.deliver(body, sendOptions)
    if (isAcceptance(response)) return [response]
    responses.push(response)
  }
  return responses
}

/** Repeats a test until it is true or the time is up. */
export const retryUntil = async (
  context: CheckContext,
  ms: number,
  isDone: () => boolean | Promise<boolean>,
): Promise<boolean> => {
  const until = performance.now() + ms
  for (;;) {
    if (await isDone()) return true
    if (performance.now() >= until || context.signal.aborted) return false
    await pause(waits.issuerRereading.ms, context.signal)
  }
}
