/** CALLBACK-01 · All granted: redirect to callback_url with status=granted, grants, user_ocid, and no denied. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { anyDigits, integerEnds } from '../../members/values/numbers.ts'
import { similarIntegers } from '../../members/values/similar-numbers.ts'
import { decideAsControl, decideUnlessRefused, expectCallback } from '../../support/kyc/consent-flow.ts'
import { expectQuery } from '../../support/kyc/expected-query.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { whateverElse } from './combinations.ts'
import { permissionLists } from './permission-lists.ts'

const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause('CALLBACK-01', 'callback address with a fragment', async context => {
  await decideAsControl(context)
  const callback_url = `${context.run.callbackUrl.split('#')[0] ?? ''}#part`
  const { landing, query } =
    (await decideUnlessRefused(context, { request: { callback_url } })) ??
    notApplicable('The target accepts no callback address with a fragment (GRANT-07).')
  // The document does not say whether the fragment stays; the part after it is not a query.
  expectThat(query.get('status') === 'granted', 'the decision is not in the query of the callback', {
    expected: 'status=granted before the fragment',
    actual: describeLanding(landing),
  })
})

const combinations = defineSuite({
  id: 'callback-combinations',
  roles: ['kyc'],
  operations: ['kyc.grant', 'kyc.submit'],
})

combinations.clause.property('CALLBACK-01', 'granted, whatever else a request has', whateverElse('granted'), {})

const plain = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

plain.clause(
  'CALLBACK-01',
  'everything granted',
  async context => {
    // The permissions are in the requester's order.
    const lists = [...permissionLists(context), permissions.toReversed()]
    await withEach(context, lists, async grants => {
      const plan = { request: { grants: grants.join(',') }, decision: { granted: grants, denied: [] } }
      expectQuery(await expectCallback(context, plan), { status: 'granted', grants })
    })
  },
  { firstLook: true },
)

plain.clause(
  'CALLBACK-01',
  'everything granted, and the requester has sent a status and a denied list',
  async context => {
    await decideAsControl(context)
    const [granted = '', denied] = permissions
    const plan = {
      request: { grants: granted, status: 'denied', denied },
      decision: { granted: [granted], denied: [] },
    }
    const result =
      (await decideUnlessRefused(context, plan)) ??
      notApplicable('The target refuses a request with parameters that only its callback has, which is allowed.')
    expectQuery(result, { status: 'granted', grants: [granted] })
  },
)

plain.clause('CALLBACK-01', 'everything granted, where a permission was requested twice', async context => {
  await decideAsControl(context)
  await withEach(context, ['name,name', 'name,email,name'], async grants => {
    const granted = [...new Set(grants.split(','))]
    const result = await decideUnlessRefused(context, { request: { grants }, decision: { granted, denied: [] } })
    // A target may refuse such a request, and the document does not say whether the list repeats the permission (GRANT-07).
    if (result === undefined) return
    const { query } = result
    const isGranted = query.get('status') === 'granted' && !query.has('denied')
    expectThat(isGranted, `the callback of ${grants}, with nothing denied, is not that of a grant`, {
      expected: 'status=granted, and no denied',
      actual: query.toString(),
    })
  })
})

const anyRequest = defineSuite({ id: 'callback-any', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Fails the clause if the callback names a different user than the request. A target may refuse unknown users. */
const expectNamed = async (context: CheckContext, user: string): Promise<void> => {
  const result = await decideUnlessRefused(context, { request: { user_ocid: user } })
  const named = result?.query.get('user_ocid') ?? ''
  const isNamed = /^[+-]?\d+$/.test(named) && BigInt(named) === BigInt(user)
  expectThat(result === undefined || isNamed, 'the callback does not name the user', {
    expected: `user_ocid=${user}`,
    actual: result?.query.toString(),
  })
}

anyRequest.clause.property<string>('CALLBACK-01', 'any user', async context => {
  await decideAsControl(context)
  return {
    arbitrary: () => anyDigits,
    examples: unlessQuick(context, [0, ...integerEnds, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n].map(String)),
    runs: 2,
    test: expectNamed,
  }
})

anyRequest.clause.property<string[]>(
  'CALLBACK-01',
  { id: 'users-that-are-alike', title: 'similar users' },
  async context => {
    const { opened } = await decideAsControl(context)
    const user = BigInt(opened.request.user_ocid ?? '')
    const similar: Readonly<Record<string, bigint | string>> = {
      ...similarIntegers(user),
      'with the other sign': -user,
      'the same in octal': `0${user.toString(8)}`,
    }
    const names = Object.keys(similar)
    return {
      arbitrary: () => someOf(names),
      examples: unlessQuick(context, [names]),
      runs: 2,
      test: async (on, drawn) => {
        for (const similarity of drawn) await expectNamed(on, String(similar[similarity]))
      },
    }
  },
)
