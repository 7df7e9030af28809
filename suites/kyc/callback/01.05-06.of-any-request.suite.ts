import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import {
  anyCallbackAddress,
  callbackAddressSamples,
  type Extension,
  extendAddress,
} from '../../members/values/addresses.ts'
import { alikeIntegers } from '../../members/values/alike-numbers.ts'
import { anyDigits, integerEnds } from '../../members/values/numbers.ts'
import { decideAsControl, decideUnlessRefused, listIn, openConsentPage } from '../../support/kyc/consent-flow.ts'
import { isAdmitted, permissions, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'

/** The callback of any request: its user, its address, its permissions. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'callback-any', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Fails the clause if the callback names another user than the request. A target may refuse users that it does not know. */
const expectNamed = async (context: CheckContext, user: string): Promise<void> => {
  const result = await decideUnlessRefused(context, { request: { user_ocid: user } })
  const named = result?.query.get('user_ocid') ?? ''
  const isNamed = /^[+-]?\d+$/.test(named) && BigInt(named) === BigInt(user)
  expectThat(result === undefined || isNamed, 'the callback does not name the user', {
    expected: `user_ocid=${user}`,
    actual: result?.query.toString(),
  })
}

clause.property<string>('CALLBACK-01', 'any user', async context => {
  await decideAsControl(context)
  return {
    arbitrary: () => anyDigits,
    examples: unlessQuick(context, [0, ...integerEnds, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n].map(String)),
    runs: 2,
    test: expectNamed,
  }
})

clause.property<string[]>('CALLBACK-01', 'users that are alike', async context => {
  const { opened } = await decideAsControl(context)
  const user = BigInt(opened.request.user_ocid ?? '')
  const alike: Readonly<Record<string, bigint | string>> = {
    ...alikeIntegers(user),
    'with the other sign': -user,
    'the same in octal': `0${user.toString(8)}`,
  }
  const names = Object.keys(alike)
  return {
    arbitrary: () => someOf(names),
    examples: unlessQuick(context, [names]),
    runs: 2,
    test: async (on, drawn) => {
      for (const likeness of drawn) await expectNamed(on, String(alike[likeness]))
    },
  }
})

/** Fails the clause unless an address comes back, with the decision. Returns whether the target took it. */
const expectAddressBack = async (context: CheckContext, callback_url: string): Promise<boolean> => {
  const result = await decideUnlessRefused(context, { request: { callback_url } })
  if (result === undefined) return false
  const { landing, query } = result
  const isBack = query.get('status') === 'granted' && isSameAddress(landing.redirectedTo, callback_url)
  expectThat(isBack, 'the callback lacks a part of its address, or the decision', {
    expected: `${callback_url}, with the decision added`,
    actual: describeLanding(landing),
  })
  return true
}

clause.property<Extension>(
  'CALLBACK-06',
  'any callback address',
  async context => {
    await decideAsControl(context)
    let isAnyTaken = false
    return {
      arbitrary: () => anyCallbackAddress,
      examples: unlessQuick(context, callbackAddressSamples),
      runs: 6,
      areIndependent: true,
      test: async (on, extension) => {
        isAnyTaken = (await expectAddressBack(on, extendAddress(on.run.callbackUrl, extension))) || isAnyTaken
      },
      finally: async () => {
        if (!isAnyTaken)
          notApplicable('The target takes no callback address with a path, a query or a port of its own (GRANT-08).')
      },
    }
  },
  { long: true },
)

/** The first letters of a permission, in place of its name. */
type Beginning = { permission: string; length: number }

/** Requests the beginning of a permission with another permission; undefined if that is refused (GRANT-07). */
const grantBeginning = async (context: CheckContext, { permission, length }: Beginning) => {
  const [other = ''] = permissions.filter(candidate => candidate !== permission)
  const request = { grants: `${other},${permission.slice(0, length)}` }
  if (!isAdmitted(await sendGrantRequest(context, request))) return undefined
  const { page } = await openConsentPage(context, request)
  return decideUnlessRefused(context, { request, decision: { granted: page.separate(permissions), denied: [] } })
}

clause.property<Beginning>('CALLBACK-05', 'beginnings of permissions', async context => {
  await decideAsControl(context)
  return {
    arbitrary: () => fc.record({ permission: fc.constantFrom(...permissions), length: fc.integer({ min: 1, max: 3 }) }),
    examples: unlessQuick(
      context,
      permissions.map(permission => ({ permission, length: 2 })),
    ),
    runs: 2,
    test: async (on, beginning) => {
      const result = await grantBeginning(on, beginning)
      const decided = (['grants', 'denied'] as const).flatMap(name => (result && listIn(result.query, name)) ?? [])
      expectThat(!decided.includes(beginning.permission), 'the callback has a permission that was not requested', {
        expected: result?.opened.request.grants,
        actual: result?.query.toString(),
      })
    },
  }
})
