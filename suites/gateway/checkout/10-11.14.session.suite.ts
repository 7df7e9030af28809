import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { endNotObservable } from '../../../harness/not-observable.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { areDistinct, bitsOf } from '../../support/gateway/entropy.ts'
import { checkoutControl, redirectOf, sessionIdOf } from '../../support/gateway/hosted-page/checkout-session.ts'

/** An accepted order gets a session with an id of its own. Headings: POST /orders/checkout, Checkout session. */
const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

/** Checks out new orders and returns the addresses of their sessions. */
const createSessions = async (context: CheckContext, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => redirectOf(context, { json: await checkoutControl(context) })))

clause('CHECKOUT-10', 'one session id for each order', async context => {
  const ids = (await createSessions(context, 3)).map(sessionIdOf)
  const areIds = ids.every(id => id !== '') && areDistinct(ids)
  expectThat(areIds, 'the last path element of redirect_url is not a unique id', {
    expected: 'an id that no other order has',
    actual: ids,
  })
})

/** So many that ids of 64 random bits show enough of them, also where each character is one of 64. */
const sampledSessions = 24
const fewestBits = 40

/** Returns the session ids or, if they are not what differs (CHECKOUT-10), the whole addresses. */
const distinguishingParts = (addresses: string[]): string[] => {
  const ids = addresses.map(sessionIdOf)
  return areDistinct(ids) ? ids : addresses
}

clause('CHECKOUT-11', 'session ids that cannot be guessed', async context => {
  const ids = distinguishingParts(await createSessions(context, sampledSessions))
  if (!areDistinct(ids)) blocked('two orders share a session (CHECKOUT-10)', 'CHECKOUT-10')
  const bits = Math.round(bitsOf(ids))
  const shortened = ids.slice(0, 3).map(id => id.slice(0, 80))
  expectThat(bits >= fewestBits, 'the session ids can be guessed', {
    expected: `random ids: at least ${fewestBits} bits vary among ${sampledSessions} of them`,
    actual: `${bits} bits: ${shortened.join(', ')}, …`,
  })
})

clause('CHECKOUT-14', 'what a session holds', async () => endNotObservable('CHECKOUT-14'))
