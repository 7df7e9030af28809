import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import {
  awaitUptake,
  deliverProofBy,
  type Published,
  publishNewKey,
  type Rotating,
  withRotatingIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { describeProofResponse, expectNotAccepted, sendProofControl } from '../../support/merchant/proofs.ts'

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
