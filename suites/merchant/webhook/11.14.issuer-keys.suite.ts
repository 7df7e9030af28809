import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import {
  awaitUptake,
  hasReadMetadata,
  type Published,
  publishNewKey,
  type Rotating,
  withRotatingIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { describeProofResponse, sendProofControl } from '../../support/merchant/proofs.ts'
import { expectWithdrawn } from '../../support/merchant/withdrawn-key.ts'

/** The key of an issuer comes from its metadata. Headings: POST /transfer/webhook, Authentication. */
export const webhookKeys = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhookKeys

/** What blocks a clause if the target never reads the metadata: the document makes that no condition. */
const neverRead =
  'the target did not read the metadata of the issuer `rotating` in this run: let it read the key there, as the document says, and clear what it holds of earlier runs'

const keptKey = 'The target may have kept the key that it read before.'

clause(
  'WEBHOOK-11',
  'key that the issuer publishes',
  context =>
    withRotatingIssuer(context, async rotating => {
      await sendProofControl(context)
      const published = publishNewKey(context, rotating.issuer)
      const { isKnown, hasRead, responses } = await awaitUptake(context, published)
      if (!hasRead) {
        if (!hasReadMetadata(context, rotating.issuer, 0)) blocked(neverRead)
        notApplicable(keptKey)
      }
      expectThat(isKnown, 'a proof by the key that the issuer publishes is not accepted', {
        expected: '200 accepted',
        actual: responses.map(describeProofResponse).join(', '),
      })
      await expectWithdrawn(context, published, rotating.key)
    }),
  { waits: true, firstLook: true },
)

/** Publishes a new key in place of one whose proofs the target accepts. */
const replaceKnownKey = async (context: CheckContext, rotating: Rotating): Promise<Published> => {
  await sendProofControl(context)
  const { isKnown } = await awaitUptake(context, { ...rotating, since: 0 })
  if (!isKnown) notApplicable('The target accepted no proof by the key that the issuer published before.')
  return publishNewKey(context, rotating.issuer)
}

clause(
  'WEBHOOK-14',
  'key that the issuer has changed',
  context =>
    withRotatingIssuer(context, async rotating => {
      const { isKnown, hasRead, responses } = await awaitUptake(context, await replaceKnownKey(context, rotating))
      if (!hasRead) notApplicable(keptKey)
      expectThat(isKnown, 'the target read the metadata of the issuer again but does not use its new key', {
        expected: '200 accepted',
        actual: responses.map(describeProofResponse).join(', '),
      })
    }),
  { waits: true },
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
  { waits: true, firstLook: true },
)
