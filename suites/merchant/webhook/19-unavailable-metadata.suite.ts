/**
 * WEBHOOK-19 · While the issuer's metadata cannot be had (unreachable, cut off, no JSON, without a key), no proof is
 * accepted, unless by a key that the target read before (how long the answer may take, and a document that is wrongly
 * signed: WEBHOOK-12).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import {
  hasReadMetadata,
  type Published,
  proofSignedBy,
  publishNewKey,
  retryUntil,
  withUnreliableIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { deliverByOtherKeys, verifiesWithSenderKey } from '../../support/merchant/other-keys.ts'
import { expectNotAccepted, sendProofControl } from '../../support/merchant/proofs.ts'
import { unavailable } from '../../support/merchant/unavailable-metadata.ts'

const { clause } = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Responses instead of an issuer's document. */
const withoutKey: Readonly<Record<string, Behaviour>> = {
  ...unavailable,
  'has no key': { body: { protocol: '0.1', name: 'Conformance Issuer', config: {}, signature: '' } },
}

/** The responses of a first look: a target may limit how often it reads a document, and each takes time. */
const atFirst = ['cannot be reached', 'is answered with an error', 'has no key']

const unavailableAt = (depth: CheckContext['run']['depth']): [string, Behaviour][] =>
  Object.entries(withoutKey).filter(([what]) => depth !== 'quick' || atFirst.includes(what))

const notAccepted = 'the target does not accept `unreliable` as an issuer: register it as in provisioning.json'
const neverRead =
  'the target did not read the metadata of the issuer `unreliable` in this run: make it read keys there, as the document says'

/** Delivers proofs signed with an unpublished key until the target asks for the document; returns whether it did. */
const deliverUntilRead = async (context: CheckContext, { issuer, key }: Published, what: string): Promise<boolean> => {
  const since = performance.now()
  const responses: HttpResponse[] = []
  const hasRead = await retryUntil(context, waits.issuerKey.ms[context.run.depth], async () => {
    for (const as of [context.gateway, issuer])
      responses.push(await context.deliver(await proofSignedBy(context, issuer, key), { as }))
    for (const response of responses) expectNotAccepted(response, `a proof whose issuer's metadata ${what}`)
    return hasReadMetadata(context, issuer, since)
  })
  if (responses.every(response => codeOf(response) === 'ISSUER_NOT_ACCEPTED')) blocked(notAccepted)
  return hasRead
}

clause('WEBHOOK-19', { id: 'key-of-an-issuer-that-cannot-be-had', title: 'unavailable key of an issuer' }, context =>
  withUnreliableIssuer(context, async issuer => {
    await sendProofControl(context)
    const isFromSender = await verifiesWithSenderKey(context)
    let isRead = false
    for (const [what, behaviour] of unavailableAt(context.run.depth)) {
      context.counterpart.misbehave(issuer.ocid, behaviour)
      isRead = (await deliverUntilRead(context, publishNewKey(context, issuer), what)) || isRead
      // If the document is never requested, its availability makes no difference.
      if (!isRead && !hasReadMetadata(context, issuer, 0)) continue
      for (const { whose, response } of await deliverByOtherKeys(context, issuer, isFromSender))
        expectNotAccepted(response, `a proof by the key ${whose}, while the issuer's metadata ${what}`)
    }
    if (!isRead && !hasReadMetadata(context, issuer, 0)) blocked(neverRead)
  }),
)
