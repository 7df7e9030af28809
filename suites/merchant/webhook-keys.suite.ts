import { generatePrivateKey, type PrivateKey } from '../../protocol/keys.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Behaviour } from '../harness/counterpart.ts'
import type { Issuer } from '../harness/issuer.ts'
import { blocked, holds, notApplicable } from '../harness/outcome.ts'
import { codeOf, summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import {
  isRead,
  type Published,
  proofBy,
  provenBy,
  publishNewKey,
  type Rotating,
  readingsOf,
  uptakeOf,
  within,
  withRotating,
} from './issuer-keys.ts'
import { control, isNotAccepted, said } from './proofs.ts'

/** POST /transfer/webhook: where the key of an issuer comes from. */
export const webhookKeys = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhookKeys

const isNotProven = (answers: readonly Answer[], what: string) => {
  for (const answer of answers) isNotAccepted(answer, what)
}

const unread = 'The target did not read the metadata of the issuer: it may hold a key from before.'

clause('WEBHOOK-11', 'key that the issuer publishes', stage =>
  withRotating(stage, async rotating => {
    await control(stage)
    const published = publishNewKey(stage, rotating.issuer)
    const { isKnown, hasRead, answers } = await uptakeOf(stage, published)
    if (!hasRead) notApplicable(unread)
    holds(isKnown, 'a proof by the key that the issuer publishes is not accepted', {
      expected: '200 accepted',
      actual: answers.map(said).join(', '),
    })
    const old = await proofBy(stage, published, rotating.key)
    isNotProven(old, 'a proof by a key that the issuer publishes no longer')
  }),
)

/** A key in place of one whose proofs the target has taken. */
const changedKey = async (stage: Stage, rotating: Rotating): Promise<Published> => {
  await control(stage)
  const { isKnown } = await uptakeOf(stage, { ...rotating, since: 0 })
  if (!isKnown) notApplicable('The target took no proof by the key that the issuer published before.')
  return publishNewKey(stage, rotating.issuer)
}

clause('WEBHOOK-14', 'key that the issuer has changed', stage =>
  withRotating(stage, async rotating => {
    const { isKnown, hasRead, answers } = await uptakeOf(stage, await changedKey(stage, rotating))
    if (!hasRead) notApplicable('The target may still hold the key that it read before.')
    holds(isKnown, 'the metadata of the issuer was read again, and its new key is not taken up', {
      expected: '200 accepted',
      actual: answers.map(said).join(', '),
    })
  }),
)

clause('WEBHOOK-11', 'key that was good before', stage =>
  withRotating(stage, async rotating => {
    const published = await changedKey(stage, rotating)
    const { hasRead } = await uptakeOf(stage, published)
    if (!hasRead) notApplicable(unread)
    const old = await proofBy(stage, published, rotating.key)
    isNotProven(old, 'a proof by a key that was good before, and is published no longer,')
  }),
)

const proofs = 3

/** What proofs by a key, one after the other, make of the metadata of their issuer: how often it is read, in words. */
const readFor = async (stage: Stage, issuer: Issuer, key: PrivateKey): Promise<string> => {
  const bodies = await Promise.all(Array.from({ length: proofs }, () => provenBy(stage, issuer, key)))
  const since = performance.now()
  for (const body of bodies) await stage.deliver(body)
  const count = readingsOf(stage, issuer, since)
  if (count === 0) return 'metadata not read'
  // A reading in the background may still be under way.
  return count === 1 ? 'metadata read once' : 'metadata read more than once'
}

clause.observe('WEBHOOK-13', 'proofs by a key that was just read', stage =>
  withRotating(stage, async rotating => {
    await control(stage)
    const { issuer, key, since } = publishNewKey(stage, rotating.issuer)
    const { isKnown } = await uptakeOf(stage, { issuer, key, since })
    if (!isKnown || !isRead(stage, issuer, since)) notApplicable(unread)
    stage.observe({
      'right proofs, one after the other': await readFor(stage, issuer, key),
      'wrongly signed proofs, one after the other': await readFor(stage, issuer, generatePrivateKey()),
    })
  }),
)

/** Two documents that redirect to one another. */
const loop = (stage: Stage): Behaviour => {
  const behaviour: Behaviour = {}
  const there = stage.counterpart.trap('metadata.json', behaviour)
  const back = stage.counterpart.trap('metadata.json', { redirect: there.url })
  behaviour.redirect = back.url
  return { redirect: there.url }
}

/** The document of an issuer with the right key, signed by somebody else. */
const wronglySigned = (stage: Stage, issuer: Issuer, key: PrivateKey): Behaviour => {
  const endpoint = `${stage.counterpart.baseUrl}/${issuer.ocid}`
  const { profile } = stage.session
  const identity = { name: issuer.name, config: { endpoint, capabilities: [] } }
  const { signature } = metadataDocument(identity, generatePrivateKey(), profile)
  return { body: { ...metadataDocument(identity, key, profile), signature } }
}

/** What becomes of the metadata; the key that it would publish is one that nobody can have read before. */
const misbehaviours = (stage: Stage, issuer: Issuer, key: PrivateKey): Record<string, Behaviour> => ({
  'is wrongly signed': wronglySigned(stage, issuer, key),
  'never comes': { hang: true },
  'never ends': { endless: true },
  'is no JSON': { body: '{"config":{"publicKey":' },
  'redirects in a loop': loop(stage),
  'has no key': { body: { protocol: '0.1', name: issuer.name, config: {}, signature: '' } },
  'cannot be reached': { disconnect: true },
})

/** Milliseconds within which an answer has to come, and in which all the documents together may be read. */
const callMs = 15_000
const readingMs = { quick: 0, standard: 9_000, thorough: 60_000 }

/** Proofs by the key, sent by another issuer and by its own: neither is accepted, and both are answered. */
const isNeverAccepted = async (stage: Stage, issuer: Issuer, { key, what }: { key: PrivateKey; what: string }) => {
  const sent = [stage.gateway, issuer].map(async as =>
    stage.deliver(await provenBy(stage, issuer, key), { as, timeoutMs: callMs }),
  )
  const answers = await Promise.all(sent)
  for (const answer of answers) {
    holds(!answer.silence, `a proof whose issuer's metadata ${what} is not answered`, {
      expected: `an answer within ${callMs / 1_000} s`,
      actual: summary(answer),
    })
    isNotAccepted(answer, `a proof whose issuer's metadata ${what}`)
  }
  return answers
}

clause('WEBHOOK-12', 'metadata of the issuer that cannot be had', async stage => {
  const { unreliable: issuer, counterpart } = stage
  await control(stage)
  const { key } = publishNewKey(stage, issuer)
  stage.afterwards(() => {
    counterpart.misbehave(issuer.ocid, undefined)
    counterpart.rotate(issuer.ocid, undefined)
  })
  const until = performance.now() + readingMs[stage.session.depth]
  const tried: { answers: Answer[]; hasRead: boolean }[] = []
  for (const [what, behaviour] of Object.entries(misbehaviours(stage, issuer, key))) {
    const since = performance.now()
    const answers: Answer[] = []
    counterpart.misbehave(issuer.ocid, behaviour)
    // A target may read a document only so often: until it has read this one, the proof shows nothing new.
    const hasRead = await within(stage, until - since, async () => {
      answers.push(...(await isNeverAccepted(stage, issuer, { key, what })))
      return isRead(stage, issuer, since)
    })
    tried.push({ answers, hasRead })
  }
  const answers = tried.flatMap(one => one.answers)
  if (answers.every(one => codeOf(one) === 'ISSUER_NOT_ACCEPTED'))
    blocked('the target does not accept `unreliable` as an issuer: register it as provisioning.json has it')
  if (!tried.some(one => one.hasRead)) notApplicable('The target did not read the metadata of the issuer.')
})
