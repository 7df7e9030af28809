import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey, type PrivateKey } from '../../../protocol/signature/keys.ts'
import {
  awaitUptake,
  hasReadMetadata,
  metadataReads,
  proofSignedBy,
  publishNewKey,
  withRotatingIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { sendProofControl } from '../../support/merchant/proofs.ts'

/** How often a merchant reads the metadata of an issuer. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-keys',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

const unread = 'The target did not read the metadata of the issuer; it may have kept an earlier key.'

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

clause.observe(
  'WEBHOOK-13',
  'proofs by a key that was just read',
  context =>
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
  { waits: true },
)
