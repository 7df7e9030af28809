import fc from 'fast-check'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { insideOnly } from '../harness/inside.ts'
import { blocked, holds } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
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
  whereTo,
} from './asked.ts'

const suite = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

/** What the callback of a decision has to carry. */
type Wanted = { status: string; grants?: readonly string[]; denied?: readonly string[] }

const carries = ({ told, asked }: Decided, { status, ...lists }: Wanted) => {
  const what = `the callback of ${asked.ask.grants}`
  const query = told.toString()
  holds(told.get('status') === status, `${what} has not the status ${status}`, { expected: status, actual: query })
  holds(told.get('user_ocid') === asked.ask.user_ocid, `${what} does not carry the user`, {
    expected: `user_ocid=${asked.ask.user_ocid}`,
    actual: query,
  })
  for (const name of ['grants', 'denied'] as const) {
    const wanted = lists[name]
    const isIt = wanted === undefined ? !told.has(name) : isSameList(listIn(told, name), wanted)
    holds(isIt, `${what} has not the ${name} of the decision`, {
      expected: wanted === undefined ? `no ${name}` : `${name}=${wanted.join(',')}`,
      actual: query,
    })
  }
}

/** Lists of which each asks for one permission or more; where time is short, the first and the last, and one for each length. */
const asked = (stage: Stage): string[][] => {
  const all = sublists(permissions).filter(list => list.length > 0)
  const lengths = new Map(all.map(list => [list.length, list]))
  return stage.session.depth === 'quick' ? [...lengths.values()] : all
}

clause('CALLBACK-01', 'everything granted', async stage => {
  const ways = asked(stage).map(async grants => {
    const decision = { granted: grants, denied: [] }
    carries(await decided(stage, { ask: { grants: grants.join(',') }, decision }), { status: 'granted', grants })
  })
  await Promise.all(ways)
})

clause('CALLBACK-02', 'some granted, some denied', async stage => {
  const all = permissions.join(',')
  const ways = asked(stage)
    .filter(granted => granted.length < permissions.length)
    .map(async granted => {
      const decision = decideOn(permissions, granted)
      const { granted: grants, denied } = decision
      carries(await decided(stage, { ask: { grants: all }, decision }), { status: 'partial', grants, denied })
    })
  await Promise.all(ways)
})

clause('CALLBACK-03', 'nothing granted', async stage => {
  const ways = asked(stage).map(async denied => {
    const decision = { granted: [], denied }
    carries(await decided(stage, { ask: { grants: denied.join(',') }, decision }), { status: 'denied' })
  })
  await Promise.all(ways)
})

/** Permissions in some order, and those of them that are granted. */
const decisions = fc
  .shuffledSubarray([...permissions], { minLength: 1 })
  .chain(all => fc.record({ all: fc.constant(all), granted: fc.subarray(all) }))

clause.property('CALLBACK-05', 'exactly the decision', {
  given: () => decisions,
  examples: [
    { all: ['liveness', 'id_card', 'phone', 'email', 'name'], granted: ['name'] },
    { all: ['phone', 'name', 'liveness'], granted: ['phone', 'liveness'] },
  ],
  runs: 16,
  holds: async (stage, { all, granted }) => {
    const decision = decideOn(all, granted)
    const { told } = await arrived(stage, { ask: { grants: all.join(',') }, decision })
    const [grants, denied] = [listIn(told, 'grants') ?? [], listIn(told, 'denied') ?? []]
    // What is left out where nothing was granted, or nothing denied, is told by the status (CALLBACK-01, CALLBACK-03).
    const isAll = told.get('status') === 'denied' || isSameList([...grants, ...denied].filter(isText), all)
    const isIt = isAll && isSameList(grants.filter(isText), decision.granted)
    holds(isIt, 'the lists of the callback are not the decision', {
      expected: `grants ${decision.granted.join(',') || 'none'}, denied ${decision.denied.join(',') || 'none'}`,
      actual: told.toString(),
    })
  },
})

const isText = (text: string) => text !== ''

clause('CALLBACK-07', 'submission and its redirect', async stage => {
  const way = await attempted(stage, {})
  const { asked: found, landing } = way
  if (isShownAgain(way)) blocked(`the page comes again and is not done with: ${whereTo(landing)}`)
  const deciding = landing.steps.at(-1)
  const url = URL.parse(deciding?.url ?? '')
  const isThere = url?.pathname.endsWith(`/kyc/grant/${found.ask.ocid}/submit`)
  holds(deciding?.method === 'POST' && isThere === true, 'the page sends the decision elsewhere', {
    expected: `POST /kyc/grant/${found.ask.ocid}/submit`,
    actual: deciding ? `${deciding.method} ${url?.pathname}` : 'no submission',
  })
  const answer = landing.answers.find(
    one => one.url === deciding.url && isToCallback(one, found.ask.callback_url ?? ''),
  )
  const isRedirect = answer !== undefined && answer.status >= 300 && answer.status < 400
  holds(isRedirect, 'the submission is not answered with the redirect to the callback', {
    expected: 'a redirect to the callback',
    actual: landing.answers.map(summary).join(', then '),
  })
})

clause('CALLBACK-10', 'stored decision', async () => insideOnly('CALLBACK-10'))

/** What a decision leads to. Headings: GET /kyc/grant/{ocid}, KYC grant decision. */
export const callback = whereDeclared(suite)
