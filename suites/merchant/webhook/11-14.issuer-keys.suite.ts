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
  awaitUptake,
  deliverProofBy,
  hasReadMetadata,
  metadataReads,
  type Published,
  proofSignedBy,
  publishNewKey,
  type Rotating,
  retryUntil,
  withRotatingIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { describeProofResponse, expectNotAccepted, sendProofControl } from '../../support/merchant/proofs.ts'
import { serveRedirectLoop } from '../../support/redirect-loop.ts'

/** The key of an issuer comes from its metadata. Headings: POST /transfer/webhook, Authentication. */
export const webhookKeys = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhookKeys

const expectNoneAccepted = (responses: readonly HttpResponse[], what: string) => {
  for (const response of responses) expectNotAccepted(response, what)
}

const unread = 'The target did not read the metadata of the issuer; it may have kept an earlier key.'

clause('WEBHOOK-11', 'key that the issuer publishes', context =>
  withRotatingIssuer(context, async rotating => {
    await sendProofControl(context)
    const published = publishNewKey(context, rotating.issuer)
    const { isKnown, hasRead, responses } = await awaitUptake(context, published)
    if (!hasRead) notApplicable(unread)
    expectThat(isKnown, 'a proof by the key that the issuer publishes is not accepted', {
      expected: '200 accepted',
      actual: responses.map(describeProofResponse).join(', '),
    })
    const old = await deliverProofBy(context, published, rotating.key)
    expectNoneAccepted(old, 'a proof by a key that the issuer no longer publishes')
  }),
)

/** Publishes a new key in place of one whose proofs the target accepts. */
const replaceKnownKey = async (context: CheckContext, rotating: Rotating): Promise<Published> => {
  await sendProofControl(context)
  const { isKnown } = await awaitUptake(context, { ...rotating, since: 0 })
  if (!isKnown) notApplicable('The target accepted no proof by the key that the issuer published before.')
  return publishNewKey(context, rotating.issuer)
}

clause('WEBHOOK-14', 'key that the issuer has changed', context =>
  withRotatingIssuer(context, async rotating => {
    const { isKnown, hasRead, responses } = await awaitUptake(context, await replaceKnownKey(context, rotating))
    if (!hasRead) notApplicable('The target may have kept the key that it read before.')
    expectThat(isKnown, 'the target read the metadata of the issuer again but does not use its new key', {
      expected: '200 accepted',
      actual: responses.map(describeProofResponse).join(', '),
    })
  }),
)

clause('WEBHOOK-11', 'key that was good before', context =>
  withRotatingIssuer(context, async rotating => {
    const published = await replaceKnownKey(context, rotating)
    const { hasRead } = await awaitUptake(context, published)
    if (!hasRead) notApplicable(unread)
    const old = await deliverProofBy(context, published, rotating.key)
    expectNoneAccepted(old, 'a proof by an earlier key that is no longer published')
  }),
)

const proofs = 3

/** Delivers proofs one after the other and returns the word for how often the metadata of their issuer is read. */
const readsWord = async (context: CheckContext, issuer: Issuer, key: PrivateKey): Promise<string> => {
  const bodies = await Promise.all(Array.from({ length: proofs }, () => proofSignedBy(context, issuer, key)))
  const since = performance.now()
  for (const body of bodies) await context.deliver(body)
  const count = metadataReads(context, issuer, since)
  if (count === 0) return 'metadata not read'
  // A read in the background may not have finished.
  return count === 1 ? 'metadata read once' : 'metadata read more than once'
}

clause.observe('WEBHOOK-13', 'proofs by a key that was just read', context =>
  withRotatingIssuer(context, async rotating => {
    await sendProofControl(context)
    const { issuer, key, since } = publishNewKey(context, rotating.issuer)
    const { isKnown } = await awaitUptake(context, { issuer, key, since })
    if (!isKnown || !hasReadMetadata(context, issuer, since)) notApplicable(unread)
    context.observe({
      'right proofs, one after the other': await readsWord(context, issuer, key),
      'wrongly signed proofs, one after the other': await readsWord(context, issuer, generatePrivateKey()),
    })
  }),
)

/** Serves the document of an issuer with the correct key, signed with another. */
const wronglySigned = (context: CheckContext, issuer: Issuer, key: PrivateKey): Behaviour => {
  const endpoint = `${context.counterpart.baseUrl}/${issuer.ocid}`
  const { profile } = context.run
  const identity = { name: issuer.name, config: { endpoint, capabilities: [] } }
  const { signature } = metadataDocument(identity, generatePrivateKey(), profile)
  return { body: { ...metadataDocument(identity, key, profile), signature } }
}

/** Returns faults of the metadata; the target cannot have read the key before. */
const misbehaviours = (context: CheckContext, issuer: Issuer, key: PrivateKey): Record<string, Behaviour> => ({
  'is wrongly signed': wronglySigned(context, issuer, key),
  'never arrives': { hang: true },
  'never ends': { endless: true },
  'is not JSON': { body: '{"config":{"publicKey":' },
  'redirects in a loop': { redirect: serveRedirectLoop(context, 'metadata.json') },
  'has no key': { body: { protocol: '0.1', name: issuer.name, config: {}, signature: '' } },
  'cannot be reached': { disconnect: true },
})

/** Milliseconds within which a response must arrive, and in which all documents together may be read. */
const callMs = 15_000
const readingMs = { quick: 0, standard: 9_000, thorough: 60_000 }

/** Delivers proofs by the key as another issuer and as its own; both must get a response, and neither may be accepted. */
const expectNeverAccepted = async (
  context: CheckContext,
  issuer: Issuer,
  { key, what }: { key: PrivateKey; what: string },
) => {
  const sent = [context.gateway, issuer].map(async as =>
    context.deliver(await proofSignedBy(context, issuer, key), { as, timeoutMs: callMs }).evenSilent(),
  )
  const responses = await Promise.all(sent)
  for (const response of responses) {
    expectThat(!response.silence, `a proof whose issuer's metadata ${what} gets no response`, {
      expected: `a response within ${callMs / 1_000} s`,
      actual: summary(response),
    })
    expectNotAccepted(response, `a proof whose issuer's metadata ${what}`)
  }
  return responses
}

clause('WEBHOOK-12', 'metadata of the issuer that cannot be had', async context => {
  const { unreliable: issuer, counterpart } = context
  await sendProofControl(context)
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
    // A target may limit how often it reads a document; until it has read this one, the proof shows nothing new.
    const hasRead = await retryUntil(context, until - since, async () => {
      responses.push(...(await expectNeverAccepted(context, issuer, { key, what })))
      return hasReadMetadata(context, issuer, since)
    })
    tried.push({ responses, hasRead })
  }
  const responses = tried.flatMap(attempt => attempt.responses)
  if (responses.every(response => codeOf(response) === 'ISSUER_NOT_ACCEPTED'))
    blocked('the target does not accept `unreliable` as an issuer: register it as in provisioning.json')
  if (!tried.some(attempt => attempt.hasRead)) notApplicable('The target did not read the metadata of the issuer.')
})
