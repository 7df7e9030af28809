import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import {
  decideAsControl,
  decideUnlessRefused,
  decisionGranting,
  expectCallback,
  isSameList,
  listIn,
} from '../../support/kyc/consent-flow.ts'
import { expectQuery } from '../../support/kyc/expected-query.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { subsetsOf } from '../../support/subsets.ts'

/** The callback carries the decision. Headings: GET /kyc/grant/{ocid}, KYC grant decision. */
const { clause } = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Returns lists of one permission or more: all of them, or at quick depth one of each length. */
const permissionLists = (context: CheckContext): string[][] => {
  const lists = subsetsOf(permissions).filter(list => list.length > 0)
  const byLength = new Map(lists.map(list => [list.length, list]))
  return context.run.depth === 'quick' ? [...byLength.values()] : lists
}

clause(
  'CALLBACK-01',
  'everything granted',
  async context => {
    // The order of the request is the requester's own.
    const lists = [...permissionLists(context), permissions.toReversed()]
    await withEach(context, lists, async grants => {
      const plan = { request: { grants: grants.join(',') }, decision: { granted: grants, denied: [] } }
      expectQuery(await expectCallback(context, plan), { status: 'granted', grants })
    })
  },
  { firstLook: true },
)

clause('CALLBACK-01', 'everything granted, and the requester has sent a status and a denied list', async context => {
  await decideAsControl(context)
  const [granted = '', denied] = permissions
  const plan = {
    request: { grants: granted, status: 'denied', denied },
    decision: { granted: [granted], denied: [] },
  }
  const result =
    (await decideUnlessRefused(context, plan)) ??
    notApplicable('The target refuses a request with parameters that only its callback has, as it may.')
  expectQuery(result, { status: 'granted', grants: [granted] })
})

clause('CALLBACK-01', 'everything granted, where a permission was requested twice', async context => {
  await decideAsControl(context)
  await withEach(context, ['name,name', 'name,email,name'], async grants => {
    const granted = [...new Set(grants.split(','))]
    const result = await decideUnlessRefused(context, { request: { grants }, decision: { granted, denied: [] } })
    // A target may refuse such a request, and whether the list has the permission twice is not shown (GRANT-07).
    if (result === undefined) return
    const { query } = result
    const isGranted = query.get('status') === 'granted' && !query.has('denied')
    expectThat(isGranted, `the callback of ${grants}, of which nothing was denied, is not that of a grant`, {
      expected: 'status=granted, and no denied',
      actual: query.toString(),
    })
  })
})

clause('CALLBACK-02', 'some granted, some denied', async context => {
  const partial = permissionLists(context).filter(granted => granted.length < permissions.length)
  await withEach(context, partial, async grants => {
    const decision = decisionGranting(permissions, grants)
    const result = await expectCallback(context, { request: { grants: permissions.join(',') }, decision })
    expectQuery(result, { status: 'partial', grants: decision.granted, denied: decision.denied })
  })
})

clause('CALLBACK-03', 'nothing granted', async context => {
  await withEach(context, permissionLists(context), async denied => {
    const plan = { request: { grants: denied.join(',') }, decision: { granted: [], denied } }
    expectQuery(await expectCallback(context, plan), { status: 'denied' })
  })
})

/** Permissions in any order, and those of them that are granted. */
const anyDecision = fc
  .shuffledSubarray([...permissions], { minLength: 1 })
  .chain(all => fc.record({ all: fc.constant(all), granted: fc.subarray(all) }))

const nonEmpty = (list: readonly string[] = []): string[] => list.filter(item => item !== '')

clause.property(
  'CALLBACK-05',
  'exactly the decision',
  {
    arbitrary: () => anyDecision,
    examples: [
      { all: ['liveness', 'id_card', 'phone', 'email', 'name'], granted: ['name'] },
      { all: ['phone', 'name', 'liveness'], granted: ['phone', 'liveness'] },
    ],
    runs: 16,
    areIndependent: true,
    test: async (context, { all, granted }) => {
      const decision = decisionGranting(all, granted)
      const { query } = await decideAsControl(context, { request: { grants: all.join(',') }, decision })
      const [grants, denied] = [nonEmpty(listIn(query, 'grants')), nonEmpty(listIn(query, 'denied'))]
      // The status stands for a list that is left out (CALLBACK-01, CALLBACK-03).
      const isComplete = query.get('status') === 'denied' || isSameList([...grants, ...denied], all)
      expectThat(isComplete && isSameList(grants, decision.granted), 'the lists of the callback are not the decision', {
        expected: `grants ${decision.granted.join(',') || 'none'}, denied ${decision.denied.join(',') || 'none'}`,
        actual: query.toString(),
      })
    },
  },
  { long: true },
)
