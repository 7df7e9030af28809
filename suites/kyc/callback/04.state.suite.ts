import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import { callbackQuery, decideAsControl, decideOn, isAtCallback, newUser } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { anyText } from '../../support/text-samples.ts'

const suite = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

/** Texts with a meaning in a query, in a form or in markup. */
const marks = [...'+%&=#?;, /\\"\'<>!()*~', '%20', '%2B', '%00', '+1', '&amp;']

/** Draws printable text of any script, and marks; nothing that a firewall in front of a target takes for an attack. */
const anyState: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...marks, 'a', 'Z', '0', 'é', '😀'), minLength: 1, maxLength: 40 }),
    anyText.filter(text => !/[\p{Cc}\p{Zl}\p{Zp}\ufeff]|__proto__/u.test(text)),
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
  '"><b onclick=alert(1)>x</b>',
  '0',
  'null',
]

/** Decides on a request with a state; blocks the check if a request with a plain state does not lead to the callback either. */
const decideWithState = async (context: CheckContext, state: string) => {
  const request = grantRequest(context, { state })
  const user = newUser(context)
  const landing = await user.visit(urlOf(context, request), permissionsIn(request))
  const { page, obstacle } = landing
  if (obstacle !== undefined) blocked(obstacle)
  if (page?.response.status !== 200) {
    await decideAsControl(context)
    return { landing, request, query: callbackQuery(landing) }
  }
  const result = await decideOn({ request, user, page })
  if (!isAtCallback(result.landing, request)) await decideAsControl(context)
  return { landing: result.landing, request, query: result.query }
}

clause.property(
  'CALLBACK-04',
  'state comes back unchanged',
  {
    arbitrary: () => anyState,
    examples,
    runs: 20,
    test: async (context, state) => {
      const { landing, request, query } = await decideWithState(context, state)
      expectThat(isAtCallback(landing, request), 'a request with this state does not lead to the callback', {
        expected: request.callback_url,
        actual: describeLanding(landing),
      })
      const states = query.getAll('state')
      expectThat(states.length === 1 && states[0] === state, 'state is not returned unchanged', {
        expected: state,
        actual: landing.redirectedTo,
      })
    },
  },
  { firstLook: true },
)

clause('CALLBACK-04', 'no state', async context => {
  const { query } = await decideAsControl(context, { request: { state: undefined } })
  expectThat(!query.has('state'), 'the callback has a state although the request had none', {
    expected: 'no state',
    actual: query.toString(),
  })
})

/** The callback returns the state unchanged. Heading: GET /kyc/grant/{ocid}. */
export const callbackState = whereDeclared(suite)
