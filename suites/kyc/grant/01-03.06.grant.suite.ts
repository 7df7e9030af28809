import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { header } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json.ts'
import { type Ask, ask, control, isToCallback, leadsTo, send, urlOf, userOf } from '../../support/kyc/consent-flow.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'grant', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

clause('GRANT-01', 'redirect to the consent page', async context => {
  const asked = ask(context)
  const { page, responses } = await userOf(context).visit(urlOf(context, asked))
  const [first] = responses
  const to = first && leadsTo(first)
  const isThere = first?.status === 302 && header(first, 'location') !== undefined && to !== undefined
  expectThat(isThere, 'a valid request is not answered with a redirect', {
    expected: '302 to the consent page',
    actual: first ? summary(first) : 'no answer',
  })
  expectThat(!isToCallback(first, asked.callback_url ?? ''), 'the user is sent back before anything is decided', {
    expected: 'the consent page',
    actual: to,
  })
  expectThat(page?.response.status === 200, 'the redirect does not lead to a page', {
    expected: 'a page, 200',
    actual: page ? summary(page.response) : `a redirect to ${responses.map(leadsTo).at(-1)?.slice(0, 200)}`,
  })
})

/** Refused with 400 and JSON; what the error is made of is another row's affair (ERR-01). */
const refusesAsError = async (context: CheckContext, changes: Partial<Ask>, what: string) => {
  const response = await send(context, changes)
  expectThat(response.status === 400, `a request with ${what} is not refused as it has to be`, {
    expected: '400',
    actual: summary(response),
  })
  expectThat(isObject(response.json), `the refusal of a request with ${what} is not JSON`, {
    expected: 'a JSON error',
    actual: (response.text ?? 'bytes that are not UTF-8').slice(0, 200),
  })
}

for (const name of ['grants', 'user_ocid', 'callback_url'] as const) {
  clause('GRANT-02', `no ${name}`, async context => {
    await control(context)
    await refusesAsError(context, { [name]: undefined }, `no ${name}`)
  })

  clause('GRANT-02', `empty ${name}`, async context => {
    await control(context)
    await refusesAsError(context, { [name]: '' }, `an empty ${name}`)
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

clause('GRANT-03', 'path OCID that is no integer', async context => {
  await control(context)
  const tried = noIntegers(context.requester.ocid).map(async ocid => {
    const response = await send(context, { ocid })
    expectThat([400, 404].includes(response.status), `the requester “${ocid}” is not refused`, {
      expected: '400 or 404',
      actual: summary(response),
    })
  })
  await Promise.all(tried)
})

clause('GRANT-03', 'user_ocid that is no integer', async context => {
  await control(context)
  const tried = noIntegers(context.user.ocid).map(async user => {
    const response = await send(context, { user_ocid: user })
    expectThat(response.status === 400, `the user_ocid “${user}” is not refused`, {
      expected: '400',
      actual: summary(response),
    })
  })
  await Promise.all(tried)
})

/** What is wrong with a request, and the callback address to which its refusal may not lead. */
const faults = (context: CheckContext): [string, Partial<Ask>][] => [
  ['no grants', { grants: undefined }],
  ['empty grants', { grants: '' }],
  ['no user_ocid', { user_ocid: undefined }],
  ['a user_ocid that is no integer', { user_ocid: `${context.user.ocid}abc` }],
  ['a path OCID that is no integer', { ocid: `${context.requester.ocid}abc` }],
  ['a callback address over http', { callback_url: 'http://requester.example/callback' }],
  ['a callback address of another scheme', { callback_url: 'ftp://requester.example/callback' }],
  ['a script as callback address', { callback_url: 'javascript:alert(1)' }],
  ['a callback address without a scheme', { callback_url: '//requester.example/callback' }],
]

clause('GRANT-06', 'no redirect of a refusal', async context => {
  await control(context)
  const tried = faults(context).map(async ([what, changes]) => {
    const address = ask(context, changes).callback_url ?? ''
    const response = await send(context, changes)
    expectThat(!isToCallback(response, address), `a request with ${what} leads to the callback address`, {
      expected: 'a refusal without a redirect',
      actual: `${response.status} to ${leadsTo(response)}`,
    })
  })
  await Promise.all(tried)
})

/** The redirect by which a user is brought. Heading: GET /kyc/grant/{ocid}. */
export const grant = whereDeclared(suite)
