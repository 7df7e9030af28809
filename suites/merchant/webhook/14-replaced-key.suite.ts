/**
 * WEBHOOK-14 · A key that the issuer changes is picked up in bounded time (a cache is allowed: inconclusive, not
 * failed, while it may still hold).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { awaitUptake, expectKnown, withRotatingIssuer } from '../../support/merchant/issuer-keys.ts'
import { keptKey, replaceKnownKey } from './replaced-key.ts'

const { clause } = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })

clause('WEBHOOK-14', 'key that the issuer has changed', context =>
  withRotatingIssuer(context, async rotating => {
    const uptake = await awaitUptake(context, await replaceKnownKey(context, rotating))
    if (!uptake.hasRead) notApplicable(keptKey)
    await expectKnown(context, uptake, 'the target read the metadata of the issuer again but does not use its new key')
  }),
)
