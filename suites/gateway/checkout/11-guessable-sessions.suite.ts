/** CHECKOUT-11 · Session ids cannot be guessed: long, random, not in sequence. */

import { defineSuite } from '../../../harness/clause.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { areDistinct, bitsOf } from '../../support/gateway/entropy.ts'
import { sessionIdOf } from '../../support/gateway/hosted-page/checkout-session.ts'
import { createSessions } from './sessions.ts'

const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

/** Enough sessions to detect ids of less than 64 random bits, even with 64 values per character. */
const sampledSessions = 24
const fewestBits = 40

/** Returns the session ids or, if those do not differ (CHECKOUT-10), the whole addresses. */
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
