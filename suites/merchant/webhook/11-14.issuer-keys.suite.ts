import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey, type PrivateKey } from '../../../protocol/keys.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
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
} from '../../support/merchant/issuer-keys.ts'
import { control, isNotAccepted, said } from '../../support/merchant/proofs.ts'

/** POST /transfer/webhook: where the key of an issuer comes from. */
export const webhookKeys = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhookKeys

const isNotProven = (responses: readonly HttpResponse[], what: string) => {
  for (const response of responses) isNotAccepted(response, what)
}

const unread = 'The target did not read the metadata of the issuer: it may hold a key from before.'

clause('WEBHOOK-11', 'key that the issuer publishes', context =>
  withRotating(context, async rotating => {
    await control(context)
    const published = publishNewKey(context, rotating.issuer)
    const { isKnown, hasRead, responses } = await uptakeOf(context, published)
    if (!hasRead) notApplicable(unread)
    expectThat(isKnown, 'a proof by the key that the issuer publishes is not accepted', {
      expected: '200 accepted',
      actual: responses.map(said).join(', '),
    })
    const old = await proofBy(context, published, rotating.key)
    isNotProven(old, 'a proof by a key that the issuer publishes no longer')
  }),
)

/** A key in place of one whose proofs the target has taken. */
const changedKey = async (context: CheckContext, rotating: Rotating): Promise<Published> => {
  await control(context)
  const { isKnown } = await uptakeOf(context, { ...rotating, since: 0 })
  if (!isKnown) notApplicable('The target took no proof by the key that the issuer published before.')
  return publishNewKey(context, rotating.issuer)
}

clause('WEBHOOK-14', 'key that the issuer has changed', context =>
  withRotating(context, async rotating => {
    const { isKnown, hasRead, responses } = await uptakeOf(context, await changedKey(context, rotating))
    if (!hasRead) notApplicable('The target may still hold the key that it read before.')
    expectThat(isKnown, 'the metadata of the issuer was read again, and its new key is not taken up', {
      expected: '200 accepted',
      actual: responses.map(said).join(', '),
    })
  }),
)

clause('WEBHOOK-11', 'key that was good before', context =>
  withRotating(context, async rotating => {
    const published = await changedKey(context, rotating)
    const { hasRead } = await uptakeOf(context, published)
    if (!hasRead) notApplicable(unread)
    const old = await proofBy(context, published, rotating.key)
    isNotProven(old, 'a proof by a key that was good before, and is published no longer,')
  }),
)

const proofs = 3

/** What proofs by a key, one after the other, make of the metadata of their issuer: how often it is read, in words. */
const readFor = async (context: CheckContext, issuer: Issuer, key: PrivateKey): Promise<string> => {
  const bodies = await Promise.all(Array.from({ length: proofs }, () => provenBy(context, issuer, key)))
  const since = performance.now()
  for (const body of bodies) await context.deliver(body)
  const count = readingsOf(context, issuer, since)
  if (count === 0) return 'metadata not read'
  // A reading in the background may still be under way.
  return count === 1 ? 'metadata read once' : 'metadata read more than once'
}

clause.observe('WEBHOOK-13', 'proofs by a key that was just read', context =>
  withRotating(context, async rotating => {
    await control(context)
    const { issuer, key, since } = publishNewKey(context, rotating.issuer)
    const { isKnown } = await uptakeOf(context, { issuer, key, since })
    if (!isKnown || !isRead(context, issuer, since)) notApplicable(unread)
    context.observe({
      'right proofs, one after the other': await readFor(context, issuer, key),
      'wrongly signed proofs, one after the other': await readFor(context, issuer, generatePrivateKey()),
    })
  }),
)

/** Two documents that redirect to one another. */
const loop = (context: CheckContext): Behaviour => {
  const behaviour: Behaviour = {}
  const there = context.counterpart.trap('metadata.json', behaviour)
  const back = context.counterpart.trap('metadata.json', { redirect: there.url })
  behaviour.redirect = back.url
  return { redirect: there.url }
}

/** The document of an issuer with the right key, signed by somebody else. */
const wronglySigned = (context: CheckContext, issuer: Issuer, key: PrivateKey): Behaviour => {
  const endpoint = `${context.counterpart.baseUrl}/${issuer.ocid}`
  const { profile } = context.run
  const identity = { name: issuer.name, config: { endpoint, capabilities: [] } }
  const { signature } = metadataDocument(identity, generatePrivateKey(), profile)
  return { body: { ...metadataDocument(identity, key, profile), signature } }
}

/** What becomes of the metadata; the key that it would publish is one that nobody can have read before. */
const misbehaviours = (context: CheckContext, issuer: Issuer, key: PrivateKey): Record<string, Behaviour> => ({
  'is wrongly signed': wronglySigned(context, issuer, key),
  'never comes': { hang: true },
  'never ends': { endless: true },
  'is no JSON': { body: '{"config":{"publicKey":' },
  'redirects in a loop': loop(context),
  'has no key': { body: { protocol: '0.1', name: issuer.name, config: {}, signature: '' } },
  'cannot be reached': { disconnect: true },
})

/** Milliseconds within which an answer has to come, and in which all the documents together may be read. */
const callMs = 15_000
const readingMs = { quick: 0, standard: 9_000, thorough: 60_000 }

/** Proofs by the key, sent by another issuer and by its own: neither is accepted, and both are answered. */
const isNeverAccepted = async (
  context: CheckContext,
  issuer: Issuer,
  { key, what }: { key: PrivateKey; what: string },
) => {
  const sent = [context.gateway, issuer].map(async as =>
    context.deliver(await provenBy(context, issuer, key), { as, timeoutMs: callMs }).evenSilent(),
  )
  const responses = await Promise.all(sent)
  for (const response of responses) {
    expectThat(!response.silence, `a proof whose issuer's metadata ${what} is not answered`, {
      expected: `an answer within ${callMs / 1_000} s`,
      actual: summary(response),
    })
    isNotAccepted(response, `a proof whose issuer's metadata ${what}`)
  }
  return responses
}

clause('WEBHOOK-12', 'metadata of the issuer that cannot be had', async context => {
  const { unreliable: issuer, counterpart } = context
  await control(context)
  const { key } = publishNewKey(context, issuer)
  context.afterwards(() => {
    counterpart.misbehave(issuer.ocid, undefined)
    counterpart.rotate(issuer.ocid, undefined)
  })
  const until = performance.now() + readingMs[context.run.depth]
  const tried: { responses: HttpResponse[]; hasRead: boolean }[] = []
  for (const [what, behaviour] of Object.entries(misbehaviours(context, issuer, key))) {
    const since = performance.now()
    const responses: HttpResponse[] = []
    counterpart.misbehave(issuer.ocid, behaviour)
    // A target may read a document only so often: until it has read this one, the proof shows nothing new.
    const hasRead = await within(context, until - since, async () => {
      responses.push(...(await isNeverAccepted(context, issuer, { key, what })))
      return isRead(context, issuer, since)
    })
    tried.push({ responses, hasRead })
  }
  const responses = tried.flatMap(one => one.responses)
  if (responses.every(one => codeOf(one) === 'ISSUER_NOT_ACCEPTED'))
    blocked('the target does not accept `unreliable` as an issuer: register it as provisioning.json has it')
  if (!tried.some(one => one.hasRead)) notApplicable('The target did not read the metadata of the issuer.')
})
