/**
 * WEBHOOK-12 · Issuer metadata that is unreachable, slow, endless, malformed, redirected in a loop, or wrongly signed
 * never leads to accepted, unless the target may still hold a key that it read before (a cache: inconclusive, not
 * broken), and the answer comes in bounded time.
 */

import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { generatePrivateKey, type PrivateKey } from '../../../protocol/signature/keys.ts'
import { signPayload } from '../../../protocol/signature/payload.ts'
import {
  hasReadMetadata,
  proofSignedBy,
  publishNewKey,
  retryUntil,
  withUnreliableIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { expectNotAccepted, sendProofControl } from '../../support/merchant/proofs.ts'
import { serveRedirectLoop } from '../../support/redirect-loop.ts'

const { clause } = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Returns the document of an issuer with a key in its config, signed with it. */
const documentOf = (context: CheckContext, issuer: Issuer, key: PrivateKey): JsonObject => {
  const endpoint = `${context.counterpart.baseUrl}/${issuer.ocid}`
  return metadataDocument({ name: issuer.name, config: { endpoint, capabilities: [] } }, key, context.run.profile)
}

/** Serves the document of an issuer with the correct key, signed with another. */
const wronglySigned = (context: CheckContext, issuer: Issuer, key: PrivateKey): Behaviour => {
  const { signature } = documentOf(context, issuer, generatePrivateKey())
  return { body: { ...documentOf(context, issuer, key), signature } }
}

/** Serves a document with another key in its config, and next to the config the key that signs it. */
const signedByKeyBeside = (context: CheckContext, issuer: Issuer, key: PrivateKey): Behaviour => {
  const document = documentOf(context, issuer, generatePrivateKey())
  const signature = signPayload(document.config as JsonObject, key, context.run.profile)
  return { body: { ...document, publicKey: key.publicKey, signature } }
}

type Faults = (context: CheckContext, issuer: Issuer, key: PrivateKey) => Record<string, Behaviour>

/** Returns faults that keep the target waiting. */
const endlessOnes: Faults = () => ({ 'never arrives': { hang: true }, 'never ends': { endless: true } })

/** Returns faults that are apparent immediately. */
const promptOnes: Faults = (context, issuer, key) => ({
  'is wrongly signed': wronglySigned(context, issuer, key),
  'is signed by a key next to its config': signedByKeyBeside(context, issuer, key),
  'is not JSON': { body: '{"config":{"publicKey":' },
  'redirects in a loop': { redirect: serveRedirectLoop(context, 'metadata.json') },
  'has no key': { body: { protocol: '0.1', name: issuer.name, config: {}, signature: '' } },
  'cannot be reached': { disconnect: true },
})

/**
 * Delivers proofs signed with the key, as another issuer and as the key's issuer; both must get a response, and neither may be
 * accepted.
 */
const expectNeverAccepted = async (
  context: CheckContext,
  issuer: Issuer,
  { key, what, relent }: { key: PrivateKey; what: string; relent: () => void },
) => {
  const { boundedMs } = context.run.patience
  // Both are created before the first is sent: it may occupy the only worker, so that no further order can be created.
  const [relayed, own] = [await proofSignedBy(context, issuer, key), await proofSignedBy(context, issuer, key)]
  const sent = [
    context.deliver(relayed, { as: context.gateway, timeoutMs: boundedMs }).evenSilent(relent),
    context.deliver(own, { as: issuer, timeoutMs: boundedMs }).evenSilent(relent),
  ]
  const responses = await context.idle(Promise.all(sent))
  for (const response of responses) {
    expectThat(!response.silence, `a proof whose issuer's metadata ${what} gets no response`, {
      expected: `a response within ${boundedMs / 1_000} s`,
      actual: summary(response),
      at: response,
    })
    expectNotAccepted(response, `a proof whose issuer's metadata ${what}`)
  }
  return responses
}

/** Serves the metadata of an issuer with each fault, and with a key that the target cannot have read before. */
const expectFaultsRefused =
  (faultsOf: Faults) =>
  (context: CheckContext): Promise<void> =>
    withUnreliableIssuer(context, async issuer => {
      const { counterpart } = context
      await sendProofControl(context)
      const { key } = publishNewKey(context, issuer)
      const end = performance.now() + waits.issuerMetadata.ms[context.run.depth]
      const tried: { responses: HttpResponse[]; hasRead: boolean }[] = []
      for (const [what, behaviour] of Object.entries(faultsOf(context, issuer, key))) {
        const since = performance.now()
        const responses: HttpResponse[] = []
        const until = new AbortController()
        const relent = () => until.abort()
        counterpart.misbehave(issuer.ocid, { ...behaviour, until: until.signal })
        // A target may limit how often it reads a document; until it has read this one, the proof proves nothing new.
        const hasRead = await retryUntil(context, end - since, async () => {
          responses.push(...(await expectNeverAccepted(context, issuer, { key, what, relent })))
          return hasReadMetadata(context, issuer, since)
        })
        tried.push({ responses, hasRead })
      }
      const responses = tried.flatMap(attempt => attempt.responses)
      if (responses.every(response => codeOf(response) === 'ISSUER_NOT_ACCEPTED'))
        blocked('the target does not accept `unreliable` as an issuer: register it as in provisioning.json')
      if (!tried.some(attempt => attempt.hasRead)) notApplicable('The target did not read the metadata of the issuer.')
    })

clause(
  'WEBHOOK-12',
  { id: 'metadata-of-the-issuer-that-cannot-be-had', title: 'unavailable metadata of the issuer' },
  expectFaultsRefused(promptOnes),
)

clause(
  'WEBHOOK-12',
  { id: 'metadata-of-the-issuer-that-never-comes', title: 'metadata of the issuer that never arrives' },
  expectFaultsRefused(endlessOnes),
  {
    hangs: true,
    firstLook: true,
  },
)
