import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { decide, decideAsControl, decideUnlessRefused } from '../../support/kyc/consent-flow.ts'
import { isAdmitted, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'
import { answerOf } from '../../support/observations.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'

/** The callback keeps the path and query of its address. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Paths and queries to add to the usual callback address. */
const extensions = [
  '?session=1',
  '/a%20b/c;d=1?x=1&x=2&y=a%2Bb%26c',
  '/?empty=&flag=1&list%5B%5D=%C3%A9',
  '/%E2%82%AC/%2F?next=https%3A%2F%2Felsewhere.example%2F%3Fq%3D1',
]

for (const [index, extension] of extensions.entries())
  clause(
    'CALLBACK-06',
    `callback address with a path and a query of its own ${index + 1}`,
    async context => {
      const callback_url = `${context.run.callbackUrl.split(/[?#]/)[0] ?? ''}${extension}`
      const response = await sendGrantRequest(context, { callback_url })
      if (!isAdmitted(response))
        notApplicable(`The target accepts no callback address with a query (${summary(response)}, GRANT-08).`)
      const { landing, query } = await decide(context, { request: { callback_url } })
      if (landing.redirectedTo === undefined) await decideAsControl(context)
      const actual = describeLanding(landing)
      expectThat(isSameAddress(landing.redirectedTo, callback_url), 'the callback lacks a part of its address', {
        expected: `${callback_url}, with the decision added`,
        actual,
      })
      const isReadable = query.get('status') === 'granted'
      expectThat(isReadable, 'the query of the callback address hides the decision', {
        expected: 'status=granted',
        actual,
      })
    },
    { firstLook: index === 0 },
  )

/** Characters of a query that end at the limits of columns, of old browsers and of some servers. */
const longQueries = [500, 1_100, 2_100, 4_200, 6_500]

clause('CALLBACK-06', 'callback address with a long query', async context => {
  await decideAsControl(context)
  const base = context.run.callbackUrl.split(/[?#]/)[0] ?? ''
  const results = await withEach(context, longQueries, async length => {
    const callback_url = `${base}?session=${'x'.repeat(length)}&last=${context.fresh('last')}`
    // The document shows no largest size: a target may refuse what is too long for it.
    const result = await decideUnlessRefused(context, { request: { callback_url } })
    if (result === undefined) return false
    const isBack = isSameAddress(result.landing.redirectedTo, callback_url)
    expectThat(isBack, `the callback lacks a part of its address, whose query has ${length} characters`, {
      expected: `${callback_url}, with the decision added`,
      actual: describeLanding(result.landing),
    })
    return true
  })
  if (!results.includes(true)) notApplicable('The target accepts no callback address with a query (GRANT-08).')
})

clause('CALLBACK-01', 'callback address with a fragment', async context => {
  await decideAsControl(context)
  const callback_url = `${context.run.callbackUrl.split('#')[0] ?? ''}#part`
  const { landing, query } =
    (await decideUnlessRefused(context, { request: { callback_url } })) ??
    notApplicable('The target accepts no callback address with a fragment (GRANT-07).')
  // Whether the fragment stays is not shown; what follows it is no query.
  expectThat(query.get('status') === 'granted', 'the decision is not in the query of the callback', {
    expected: 'status=granted before the fragment',
    actual: describeLanding(landing),
  })
})

clause('CALLBACK-04', 'state beside a query and a fragment of the callback address', async context => {
  await decideAsControl(context)
  const base = context.run.callbackUrl.split(/[?#]/)[0] ?? ''
  const results = await withEach(context, [...extensions, '#part'], async extension => {
    const request = { callback_url: `${base}${extension}`, state: `${context.fresh('state')} a/b+c=%20` }
    const result = await decideUnlessRefused(context, { request })
    // What is no address any more, or lacks the decision, fails CALLBACK-06.
    if (result?.query.get('status') !== 'granted') return false
    expectThat(result.query.get('state') === request.state, 'state is not returned unchanged', {
      expected: request.state,
      actual: describeLanding(result.landing),
    })
    return true
  })
  if (!results.includes(true)) notApplicable('The target accepts no callback address with a query or a fragment.')
})

/** Members that the query of a callback address may already have. */
const ownMembers = { status: 'denied', grants: 'liveness', denied: 'name', state: 'own', user_ocid: '1' }

/** Returns the word for the values of a member that the callback address had already. */
const memberWord = (values: string[], own: string): string => {
  if (values.length > 1) return `both, ${values[0] === own ? 'its own first' : 'its own last'}`
  if (values.includes(own)) return 'its own'
  return values.length > 0 ? 'that of the decision' : 'neither'
}

for (const [name, value] of Object.entries(ownMembers))
  clause.observe('CALLBACK-12', `callback address that has ${name} already`, async context => {
    const { callbackUrl } = context.run
    const callback_url = `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${name}=${value}`
    const response = await sendGrantRequest(context, { callback_url })
    if (!isAdmitted(response)) return context.observe({ [name]: answerOf(response) })
    const { landing, query } = await decide(context, { request: { callback_url } })
    const word = memberWord(query.getAll(name), value)
    context.observe({ [name]: landing.redirectedTo === undefined ? 'not redirected' : word })
  })
