import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  arrived,
  ask,
  attempted,
  isAdmitted,
  isAtCallback,
  queryOf,
  send,
  urlOf,
  userOf,
} from '../../support/kyc/consent-flow.ts'
import { answerOf } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { anyText } from '../../support/text-samples.ts'
import { isSameAddress } from '../../support/url-match.ts'

const suite = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

const marks = [
  '+',
  '%',
  '&',
  '=',
  '#',
  '?',
  ';',
  ',',
  ' ',
  '%20',
  '%2B',
  '%00',
  '+1',
  '&amp;',
  '/',
  '\\',
  '"',
  "'",
  '<',
  '>',
  '!',
  '(',
  ')',
  '*',
  '~',
]

/** Printable text of any script, and what has a meaning in a query, in a form, or in markup. */
const states: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...marks, 'a', 'Z', '0', 'é', '😀'), minLength: 1, maxLength: 40 }),
    anyText.filter(text => !/[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u.test(text)),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 200 }),
  )
  .map(text => text.slice(0, 200).toWellFormed())

const examples = [
  'a+b c%2Bd&e=f#g?h',
  ' leading and trailing ',
  'x'.repeat(200),
  '%%20+%E0%A4',
  '&status=granted&grants=liveness',
  '%',
  'eyJhbGciOiJIUzI1NiJ9.e30=+/==',
  'Ünïcödé 日本語 ‮עברית 👩‍👩‍👧 𝒳',
  '"><script>alert(1)</script>',
  '0',
  'null',
]

clause.property('CALLBACK-04', 'state comes back unchanged', {
  arbitrary: () => states,
  examples,
  runs: 20,
  test: async (context, state) => {
    const { landing, asked, told } = await sentWith(context, state)
    expectThat(isAtCallback(landing, asked), 'a request with this state does not lead to the callback', {
      expected: asked.callback_url,
      actual: describeLanding(landing),
    })
    const found = told.getAll('state')
    expectThat(found.length === 1 && found[0] === state, 'state does not come back as it was given', {
      expected: state,
      actual: landing.redirectedTo,
    })
  },
})

/** A whole way with a state; where it ends early, a plain state has to lead to the callback. */
const sentWith = async (context: CheckContext, state: string) => {
  const request = ask(context, { state })
  const first = await userOf(context).visit(urlOf(context, request))
  if (first.page?.response.status !== 200) {
    await arrived(context)
    return { landing: first, asked: request, told: queryOf(first) }
  }
  const { landing, asked, told } = await attempted(context, { ask: { state } })
  if (!isAtCallback(landing, asked.ask)) await arrived(context)
  return { landing, asked: asked.ask, told }
}

clause('CALLBACK-04', 'no state', async context => {
  const { told } = await arrived(context, { ask: { state: undefined } })
  expectThat(!told.has('state'), 'the callback has a state, though none was given', {
    expected: 'no state',
    actual: told.toString(),
  })
})

/** Addresses with a path and a query of their own, below the usual one. */
const addresses = (callbackUrl: string): string[] => {
  const base = callbackUrl.split(/[?#]/)[0] ?? ''
  return [
    `${base}?session=1`,
    `${base}/a%20b/c;d=1?x=1&x=2&y=a%2Bb%26c`,
    `${base}/?empty=&flag=1&list%5B%5D=%C3%A9`,
    `${base}/%E2%82%AC/%2F?next=https%3A%2F%2Felsewhere.example%2F%3Fq%3D1`,
  ]
}

for (const at of [0, 1, 2, 3]) {
  clause('CALLBACK-06', `callback address with a path and a query of its own ${at + 1}`, async context => {
    const callback = addresses(context.run.callbackUrl)[at] ?? ''
    const response = await send(context, { callback_url: callback })
    if (!isAdmitted(response))
      notApplicable(`The target does not take a callback address with a query (${summary(response)}, GRANT-08).`)
    const { landing } = await attempted(context, { ask: { callback_url: callback } })
    if (landing.redirectedTo === undefined) await arrived(context)
    expectThat(isSameAddress(landing.redirectedTo, callback), 'the callback has lost a part of its address', {
      expected: `${callback}, with the decision added`,
      actual: describeLanding(landing),
    })
    const told = queryOf(landing)
    expectThat(
      told.get('status') === 'granted',
      'the decision cannot be read beside the query of the callback address',
      {
        expected: 'status=granted',
        actual: describeLanding(landing),
      },
    )
  })
}

/** What the query of a callback address may have already. */
const taken = { status: 'denied', grants: 'liveness', denied: 'name', state: 'own', user_ocid: '1' }

for (const [name, value] of Object.entries(taken)) {
  clause.observe('CALLBACK-12', `callback address that has ${name} already`, async context => {
    const { callbackUrl } = context.run
    const callback = `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${name}=${value}`
    const response = await send(context, { callback_url: callback })
    if (!isAdmitted(response)) return context.observe({ [name]: answerOf(response) })
    const { landing } = await attempted(context, { ask: { callback_url: callback } })
    const found = queryOf(landing).getAll(name)
    const own = found.includes(value)
    const outcome =
      found.length > 1
        ? `both, ${found[0] === value ? 'its own first' : 'its own last'}`
        : own
          ? 'its own'
          : found.length > 0
            ? 'that of the decision'
            : 'neither'
    context.observe({ [name]: landing.redirectedTo === undefined ? 'not redirected' : outcome })
  })
}

/** What is in the address of the callback besides the decision. Heading: GET /kyc/grant/{ocid}. */
export const callbackQuery = whereDeclared(suite)
