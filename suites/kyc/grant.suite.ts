import { isObject } from '../../protocol/json.ts'
import { whereDeclared } from '../every.ts'
import { header } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { type Ask, ask, control, isToCallback, leadsTo, send, urlOf, userOf } from './asked.ts'

const suite = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

clause('GRANT-01', 'redirect to the consent page', async stage => {
  const asked = ask(stage)
  const { page, answers } = await userOf(stage).visit(urlOf(stage, asked))
  const [first] = answers
  const to = first && leadsTo(first)
  const isThere = first?.status === 302 && header(first, 'location') !== undefined && to !== undefined
  holds(isThere, 'a valid request is not answered with a redirect', {
    expected: '302 to the consent page',
    actual: first ? summary(first) : 'no answer',
  })
  holds(!isToCallback(first, asked.callback_url ?? ''), 'the user is sent back before anything is decided', {
    expected: 'the consent page',
    actual: to,
  })
  holds(page?.answer.status === 200, 'the redirect does not lead to a page', {
    expected: 'a page, 200',
    actual: page ? summary(page.answer) : `a redirect to ${answers.map(leadsTo).at(-1)?.slice(0, 200)}`,
  })
})

/** Refused with 400 and JSON; what the error is made of is another row's affair (ERR-01). */
const refusesAsError = async (stage: Stage, changes: Partial<Ask>, what: string) => {
  const answer = await send(stage, changes)
  holds(answer.status === 400, `a request with ${what} is not refused as it has to be`, {
    expected: '400',
    actual: summary(answer),
  })
  holds(isObject(answer.json), `the refusal of a request with ${what} is not JSON`, {
    expected: 'a JSON error',
    actual: (answer.text ?? 'bytes that are not UTF-8').slice(0, 200),
  })
}

for (const name of ['grants', 'user_ocid', 'callback_url'] as const) {
  clause('GRANT-02', `no ${name}`, async stage => {
    await control(stage)
    await refusesAsError(stage, { [name]: undefined }, `no ${name}`)
  })

  clause('GRANT-02', `empty ${name}`, async stage => {
    await control(stage)
    await refusesAsError(stage, { [name]: '' }, `an empty ${name}`)
  })
}

/** Texts that are no integers, made of one; what a lenient reader takes for it. */
const noIntegers = (ocid: number): string[] => [
  'requester',
  `${ocid}abc`,
  `x${ocid}`,
  `${ocid}.5`,
  `${ocid}e1`,
  `0x${ocid.toString(16)}`,
  `${ocid},${ocid}`,
  `${ocid};`,
  String(ocid).replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
  'NaN',
  'null',
]

clause('GRANT-03', 'path OCID that is no integer', async stage => {
  await control(stage)
  const tried = noIntegers(stage.requester.ocid).map(async ocid => {
    const answer = await send(stage, { ocid })
    holds([400, 404].includes(answer.status), `the requester “${ocid}” is not refused`, {
      expected: '400 or 404',
      actual: summary(answer),
    })
  })
  await Promise.all(tried)
})

clause('GRANT-03', 'user_ocid that is no integer', async stage => {
  await control(stage)
  const tried = noIntegers(stage.user.ocid).map(async user => {
    const answer = await send(stage, { user_ocid: user })
    holds(answer.status === 400, `the user_ocid “${user}” is not refused`, { expected: '400', actual: summary(answer) })
  })
  await Promise.all(tried)
})

/** What is wrong with a request, and the callback address to which its refusal may not lead. */
const faults = (stage: Stage): [string, Partial<Ask>][] => [
  ['no grants', { grants: undefined }],
  ['empty grants', { grants: '' }],
  ['no user_ocid', { user_ocid: undefined }],
  ['a user_ocid that is no integer', { user_ocid: `${stage.user.ocid}abc` }],
  ['a path OCID that is no integer', { ocid: `${stage.requester.ocid}abc` }],
  ['a callback address over http', { callback_url: 'http://requester.example/callback' }],
  ['a callback address of another scheme', { callback_url: 'ftp://requester.example/callback' }],
  ['a script as callback address', { callback_url: 'javascript:alert(1)' }],
  ['a callback address without a scheme', { callback_url: '//requester.example/callback' }],
]

clause('GRANT-06', 'no redirect of a refusal', async stage => {
  await control(stage)
  const tried = faults(stage).map(async ([what, changes]) => {
    const address = ask(stage, changes).callback_url ?? ''
    const answer = await send(stage, changes)
    holds(!isToCallback(answer, address), `a request with ${what} leads to the callback address`, {
      expected: 'a refusal without a redirect',
      actual: `${answer.status} to ${leadsTo(answer)}`,
    })
  })
  await Promise.all(tried)
})

/** The redirect by which a user is brought. Heading: GET /kyc/grant/{ocid}. */
export const grant = whereDeclared(suite)
