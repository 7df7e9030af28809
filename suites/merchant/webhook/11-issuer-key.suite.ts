/**
 * WEBHOOK-11 · The issuer's key is read from the issuer's metadata document: once the witness has seen the target read
 * the document, proofs of the key published there verify and those of an older one do not. A target that read it in the
 * run and holds the key (a cache): not applicable.
 */

import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import {
  awaitUptake,
  expectKnown,
  hasReadMetadata,
  type Published,
  proofSignedBy,
  publishNewKey,
  retryUntil,
  withRotatingIssuer,
  withUnreliableIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { deliverByOtherKeys, verifiesWithSenderKey } from '../../support/merchant/other-keys.ts'
import { expectNotAccepted, sendProofControl } from '../../support/merchant/proofs.ts'
import { expectWithdrawn } from '../../support/merchant/withdrawn-key.ts'
import { keptKey, replaceKnownKey } from './replaced-key.ts'

const { clause } = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Why a clause is blocked if the target never reads the metadata: the document does not require it to. */
const neverRead =
  'the target did not read the metadata of the issuer `rotating` in this run: make it read the key there, as the document says, and clear its cache of earlier runs'

clause(
  'WEBHOOK-11',
  'key that the issuer publishes',
  context =>
    withRotatingIssuer(context, async rotating => {
      await sendProofControl(context)
      const published = publishNewKey(context, rotating.issuer)
      const uptake = await awaitUptake(context, published)
      if (!uptake.hasRead) {
        if (!hasReadMetadata(context, rotating.issuer, 0)) blocked(neverRead)
        notApplicable(keptKey)
      }
      await expectKnown(context, uptake, 'a proof by the key that the issuer publishes is not accepted')
      await expectWithdrawn(context, published, rotating.key)
    }),
  { firstLook: true },
)

clause(
  'WEBHOOK-11',
  'key that was good before',
  context =>
    withRotatingIssuer(context, async rotating => {
      const published = await replaceKnownKey(context, rotating)
      const { hasRead } = await awaitUptake(context, published)
      if (!hasRead) notApplicable(keptKey)
      await expectWithdrawn(context, published, rotating.key)
    }),
  { firstLook: true },
)

/** Publishes an issuer's key in capital letters, in a correctly signed document. */
const publishInCapitals = (context: CheckContext, { issuer, key }: Published): void => {
  const { counterpart, money, run } = context
  const config = {
    publicKey: key.publicKey.toUpperCase(),
    endpoint: `${counterpart.baseUrl}/${issuer.ocid}`,
    capabilities: ['orders.checkout', 'transfer.create', 'verify.txid'],
    settlement: { accepts: [issuer.ocid], currencies: [money.currency] },
  }
  counterpart.misbehave(issuer.ocid, { body: metadataDocument({ name: issuer.name, config }, key, run.profile) })
}

clause('WEBHOOK-11', 'key that the issuer publishes in capital letters', context =>
  withRotatingIssuer(context, async rotating => {
    const published = await replaceKnownKey(context, rotating)
    publishInCapitals(context, published)
    try {
      const uptake = await awaitUptake(context, published)
      if (!uptake.hasRead) notApplicable(keptKey)
      await expectKnown(
        context,
        uptake,
        'a proof by a key that the issuer publishes in capital letters, which are hex characters as small ones are, is not accepted',
      )
    } finally {
      context.counterpart.misbehave(rotating.issuer.ocid, undefined)
    }
  }),
)

/** Serves no document until the target asks for it; returns whether it did. */
const withholdUntilRead = async (context: CheckContext, issuer: Issuer): Promise<boolean> => {
  const { key, since } = publishNewKey(context, issuer)
  context.counterpart.misbehave(issuer.ocid, { status: 500 })
  const hasRead = await retryUntil(context, waits.issuerKey.ms[context.run.depth], async () => {
    await context.deliver(await proofSignedBy(context, issuer, key))
    return hasReadMetadata(context, issuer, since)
  })
  context.counterpart.misbehave(issuer.ocid, undefined)
  return hasRead
}

clause(
  'WEBHOOK-11',
  { id: 'key-of-an-issuer-that-could-not-be-had-before', title: 'key of an issuer that was unavailable before' },
  context =>
    withUnreliableIssuer(context, async issuer => {
      await sendProofControl(context)
      if (!(await withholdUntilRead(context, issuer)))
        notApplicable('The target did not read the metadata of the issuer.')
      const uptake = await awaitUptake(context, publishNewKey(context, issuer))
      if (!uptake.hasRead)
        return context.untried(
          'The key of an issuer whose metadata was unavailable once: the target did not read it again in time. Make it retry sooner during the run.',
        )
      await expectKnown(
        context,
        uptake,
        'a proof by the key that the issuer publishes is not accepted, because its metadata was unavailable before',
      )
      for (const { whose, response } of await deliverByOtherKeys(context, issuer, await verifiesWithSenderKey(context)))
        expectNotAccepted(response, `a proof by the key ${whose}, which its issuer has never published`)
    }),
  // A target may cache the key that it reads here, and then read nothing in the checks with unavailable metadata.
  { last: true },
)
