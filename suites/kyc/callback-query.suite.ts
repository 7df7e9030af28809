import fc from 'fast-check'
import { isAddress } from '../addressed.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf } from '../observed.ts'
import { anyText } from '../texts.ts'
import { arrived, ask, attempted, isAdmitted, isAtCallback, queryOf, send, urlOf, userOf, whereTo } from './asked.ts'

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
  given: () => states,
  examples,
  runs: 20,
  holds: async (stage, state) => {
    const { landing, asked, told } = await sentWith(stage, state)
    holds(isAtCallback(landing, asked), 'a request with this state does not lead to the callback', {
      expected: asked.callback_url,
      actual: whereTo(landing),
    })
    const found = told.getAll('state')
    holds(found.length === 1 && found[0] === state, 'state does not come back as it was given', {
      expected: state,
      actual: landing.redirectedTo,
    })
  },
})

/** A whole way with a state; where it ends early, a plain state has to lead to the callback. */
const sentWith = async (stage: Stage, state: string) => {
  const request = ask(stage, { state })
  const first = await userOf(stage).visit(urlOf(stage, request))
  if (first.page?.answer.status !== 200) {
    await arrived(stage)
    return { landing: first, asked: request, told: queryOf(first) }
  }
  const { landing, asked, told } = await attempted(stage, { ask: { state } })
  if (!isAtCallback(landing, asked.ask)) await arrived(stage)
  return { landing, asked: asked.ask, told }
}

clause('CALLBACK-04', 'no state', async stage => {
  const { told } = await arrived(stage, { ask: { state: undefined } })
  holds(!told.has('state'), 'the callback has a state, though none was given', {
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
  clause('CALLBACK-06', `callback address with a path and a query of its own ${at + 1}`, async stage => {
    const callback = addresses(stage.session.callbackUrl)[at] ?? ''
    const answer = await send(stage, { callback_url: callback })
    if (!isAdmitted(answer))
      notApplicable(`The target does not take a callback address with a query (${summary(answer)}, GRANT-08).`)
    const { landing } = await attempted(stage, { ask: { callback_url: callback } })
    if (landing.redirectedTo === undefined) await arrived(stage)
    holds(isAddress(landing.redirectedTo, callback), 'the callback has lost a part of its address', {
      expected: `${callback}, with the decision added`,
      actual: whereTo(landing),
    })
    const told = queryOf(landing)
    holds(told.get('status') === 'granted', 'the decision cannot be read beside the query of the callback address', {
      expected: 'status=granted',
      actual: whereTo(landing),
    })
  })
}

/** What the query of a callback address may have already. */
const taken = { status: 'denied', grants: 'liveness', denied: 'name', state: 'own', user_ocid: '1' }

for (const [name, value] of Object.entries(taken)) {
  clause.observe('CALLBACK-12', `callback address that has ${name} already`, async stage => {
    const { callbackUrl } = stage.session
    const callback = `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${name}=${value}`
    const answer = await send(stage, { callback_url: callback })
    if (!isAdmitted(answer)) return stage.observe({ [name]: answerOf(answer) })
    const { landing } = await attempted(stage, { ask: { callback_url: callback } })
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
    stage.observe({ [name]: landing.redirectedTo === undefined ? 'not redirected' : outcome })
  })
}

/** What is in the address of the callback besides the decision. Heading: GET /kyc/grant/{ocid}. */
export const callbackQuery = whereDeclared(suite)
