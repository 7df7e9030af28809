/**
 * CALLBACK-08 · The submission is bound to the request: another callback_url, another user, or permissions that were
 * not requested are refused.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import {
  type DecisionResult,
  decideAsControl,
  decideUnlessRefused,
  decisionGranting,
} from '../../support/kyc/consent-flow.ts'
import {
  anotherCallback,
  anotherUser,
  callbackAt,
  changeAfterControl,
  type DecisionPlan,
  decideTampered,
  nearCallbacks,
  partsOfPermissions,
  type Tampering,
  twofold,
  unrequestedDenial,
  unrequestedPermission,
} from '../../support/kyc/tampered-submission.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'

const { clause } = defineSuite({ id: 'callback-safety', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const tamperings: Readonly<Record<string, (context: CheckContext) => Tampering>> = {
  'submission with another callback address': anotherCallback,
  'submission for another user': anotherUser,
  'submission with a permission that was not requested': () => unrequestedPermission,
}

/** Fails the clause if the tampering took effect. */
const expectRefused = (result: DecisionResult, tookEffect: Tampering['tookEffect'], what: string) =>
  expectThat(!tookEffect(result), `a ${what} is accepted`, {
    expected: 'a refusal',
    actual: describeLanding(result.landing),
  })

for (const [what, tamperingOf] of Object.entries(tamperings))
  clause(
    'CALLBACK-08',
    what,
    async context => {
      const { change, tookEffect } = tamperingOf(context)
      expectRefused(await decideTampered(context, change), tookEffect, what)
    },
    { firstLook: true },
  )

clause('CALLBACK-08', 'submission that denies a permission that was not requested', async context => {
  const decision = decisionGranting(['name', 'email'], ['name'])
  const { change, tookEffect } = unrequestedDenial
  const result = await decideTampered(context, change, { decision })
  expectRefused(result, tookEffect, 'submission that denies a permission that was not requested')
})

clause(
  'CALLBACK-08',
  {
    id: 'submission-with-a-callback-address-that-is-nearly-the-same',
    title: 'submission with a similar callback address',
  },
  async context => {
    const decideChanged = await changeAfterControl(context)
    await withEach(context, nearCallbacks(context), async ([common, { change, tookEffect }]) =>
      expectRefused(
        await decideChanged(change),
        tookEffect,
        `submission with another callback address, with ${common},`,
      ),
    )
  },
)

clause('CALLBACK-08', 'submission with a callback address that is the same once it is decoded', async context => {
  await decideAsControl(context)
  const base = context.run.callbackUrl.split(/[?#]/)[0] ?? ''
  const [callback_url, decoded] = [`${base}?next=a%26b`, `${base}?next=a&b`]
  const { landing } =
    (await decideUnlessRefused(context, { request: { callback_url } })) ??
    notApplicable('The target accepts no callback address with a query (GRANT-08).')
  // An address that is not returned unchanged fails CALLBACK-06.
  if (!isSameAddress(landing.redirectedTo, callback_url)) notApplicable('The callback lacks a part of its address.')
  const { change, tookEffect } = callbackAt(decoded)
  const result = await decideTampered(context, change, { request: { callback_url } })
  expectRefused(result, tookEffect, 'submission with a callback address that is the same once it is decoded')
})

clause('CALLBACK-08', 'submission with a part of the name of a permission that was requested', async context => {
  const decideChanged = await changeAfterControl(context)
  await withEach(context, partsOfPermissions, async ([part, { change, tookEffect }]) =>
    expectRefused(await decideChanged(change), tookEffect, `submission that grants ${part}`),
  )
})

clause(
  'CALLBACK-08',
  {
    id: 'submission-with-a-callback-address-or-a-user-beside-that-of-the-request',
    title: 'submission with a second callback address or user',
  },
  async context => {
    const decideChanged = await changeAfterControl(context)
    await withEach(context, twofold(context), async ([what, { change, tookEffect }]) =>
      expectRefused(await decideChanged(change), tookEffect, what),
    )
  },
)

/** Requests and decisions that a program may handle differently from two granted permissions with a state. */
const otherWays: Readonly<Record<string, DecisionPlan>> = {
  'without a state': { request: { state: undefined } },
  'for one permission': { request: { grants: 'email' } },
  'with a permission denied': { decision: decisionGranting(['name', 'email'], ['email']) },
  'with everything denied': { decision: decisionGranting(['name', 'email'], []) },
}

for (const [way, plan] of Object.entries(otherWays))
  clause('CALLBACK-08', `changed submission of a request ${way}`, async context => {
    const decideChanged = await changeAfterControl(context, plan)
    await withEach(context, Object.entries(tamperings), async ([what, tamperingOf]) => {
      const { change, tookEffect } = tamperingOf(context)
      expectRefused(await decideChanged(change), tookEffect, `${what}, of a request ${way},`)
    })
  })
