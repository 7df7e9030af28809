import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { endNotObservable } from '../../../harness/not-observable.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  arrived,
  attempted,
  type Decided,
  decided,
  decideOn,
  isSameList,
  isShownAgain,
  isToCallback,
  listIn,
  permissions,
  sublists,
} from '../../support/kyc/consent-flow.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

/** What the callback of a decision has to carry. */
type Wanted = { status: string; grants?: readonly string[]; denied?: readonly string[] }

const carries = ({ told, asked }: Decided, { status, ...lists }: Wanted) => {
  const what = `the callback of ${asked.ask.grants}`
  const query = told.toString()
  expectThat(told.get('status') === status, `${what} has not the status ${status}`, { expected: status, actual: query })
  expectThat(told.get('user_ocid') === asked.ask.user_ocid, `${what} does not carry the user`, {
    expected: `user_ocid=${asked.ask.user_ocid}`,
    actual: query,
  })
  for (const name of ['grants', 'denied'] as const) {
    const wanted = lists[name]
    const isIt = wanted === undefined ? !told.has(name) : isSameList(listIn(told, name), wanted)
    expectThat(isIt, `${what} has not the ${name} of the decision`, {
      expected: wanted === undefined ? `no ${name}` : `${name}=${wanted.join(',')}`,
      actual: query,
    })
  }
}

/** Lists of which each asks for one permission or more; where time is short, the first and the last, and one for each length. */
const asked = (context: CheckContext): string[][] => {
  const all = sublists(permissions).filter(list => list.length > 0)
  const lengths = new Map(all.map(list => [list.length, list]))
  return context.run.depth === 'quick' ? [...lengths.values()] : all
}

clause('CALLBACK-01', 'everything granted', async context => {
  const ways = asked(context).map(async grants => {
    const decision = { granted: grants, denied: [] }
    carries(await decided(context, { ask: { grants: grants.join(',') }, decision }), { status: 'granted', grants })
  })
  await Promise.all(ways)
})

clause('CALLBACK-02', 'some granted, some denied', async context => {
  const all = permissions.join(',')
  const ways = asked(context)
    .filter(granted => granted.length < permissions.length)
    .map(async granted => {
      const decision = decideOn(permissions, granted)
      const { granted: grants, denied } = decision
      carries(await decided(context, { ask: { grants: all }, decision }), { status: 'partial', grants, denied })
    })
  await Promise.all(ways)
})

clause('CALLBACK-03', 'nothing granted', async context => {
  const ways = asked(context).map(async denied => {
    const decision = { granted: [], denied }
    carries(await decided(context, { ask: { grants: denied.join(',') }, decision }), { status: 'denied' })
  })
  await Promise.all(ways)
})

/** Permissions in some order, and those of them that are granted. */
const decisions = fc
  .shuffledSubarray([...permissions], { minLength: 1 })
  .chain(all => fc.record({ all: fc.constant(all), granted: fc.subarray(all) }))

clause.property('CALLBACK-05', 'exactly the decision', {
  arbitrary: () => decisions,
  examples: [
    { all: ['liveness', 'id_card', 'phone', 'email', 'name'], granted: ['name'] },
    { all: ['phone', 'name', 'liveness'], granted: ['phone', 'liveness'] },
  ],
  runs: 16,
  test: async (context, { all, granted }) => {
    const decision = decideOn(all, granted)
    const { told } = await arrived(context, { ask: { grants: all.join(',') }, decision })
    const [grants, denied] = [listIn(told, 'grants') ?? [], listIn(told, 'denied') ?? []]
    // What is left out where nothing was granted, or nothing denied, is told by the status (CALLBACK-01, CALLBACK-03).
    const isAll = told.get('status') === 'denied' || isSameList([...grants, ...denied].filter(isText), all)
    const isIt = isAll && isSameList(grants.filter(isText), decision.granted)
    expectThat(isIt, 'the lists of the callback are not the decision', {
      expected: `grants ${decision.granted.join(',') || 'none'}, denied ${decision.denied.join(',') || 'none'}`,
      actual: told.toString(),
    })
  },
})

const isText = (text: string) => text !== ''

clause('CALLBACK-07', 'submission and its redirect', async context => {
  const way = await attempted(context, {})
  const { asked: found, landing } = way
  if (isShownAgain(way)) blocked(`the page comes again and is not done with: ${describeLanding(landing)}`)
  const deciding = landing.steps.at(-1)
  const url = URL.parse(deciding?.url ?? '')
  const isThere = url?.pathname.endsWith(`/kyc/grant/${found.ask.ocid}/submit`)
  expectThat(deciding?.method === 'POST' && isThere === true, 'the page sends the decision elsewhere', {
    expected: `POST /kyc/grant/${found.ask.ocid}/submit`,
    actual: deciding ? `${deciding.method} ${url?.pathname}` : 'no submission',
  })
  const response = landing.responses.find(
    one => one.url === deciding.url && isToCallback(one, found.ask.callback_url ?? ''),
  )
  const isRedirect = response !== undefined && response.status >= 300 && response.status < 400
  expectThat(isRedirect, 'the submission is not answered with the redirect to the callback', {
    expected: 'a redirect to the callback',
    actual: landing.responses.map(summary).join(', then '),
  })
})

clause('CALLBACK-10', 'stored decision', async () => endNotObservable('CALLBACK-10'))

/** What a decision leads to. Headings: GET /kyc/grant/{ocid}, KYC grant decision. */
export const callback = whereDeclared(suite)
