import { expect, test } from 'vitest'
import { matchesGlob } from './globs.ts'

test.each([
  ['CHECKOUT-*', ['CHECKOUT-04'], ['MERCHANT-CHECKOUT-04', 'orders.checkout']],
  ['auth-0?', ['AUTH-01'], ['AUTH-11', 'AUTH-0']],
  ['checkout*', ['checkout/expired-a-day-ago', 'CHECKOUT-04'], ['orders.checkout']],
  ['*/expired-*', ['checkout/expired-a-day-ago'], ['expired-a-day-ago']],
  ['orders.checkout', ['orders.checkout'], ['orders-checkout']],
  ['*', ['AUTH-01', 'kyc.grant', 'checkout/valid-order'], []],
  ['AUTH-{01,02}', [], ['AUTH-01']],
  ['AUTH-0[12]', [], ['AUTH-01']],
  ['!AUTH-01', [], ['AUTH-01', 'AUTH-02']],
  ['', [], ['AUTH-01']],
])('%j', (glob, matching, others) => {
  for (const name of matching) expect(matchesGlob(glob, name), name).toBe(true)
  for (const name of others) expect(matchesGlob(glob, name), name).toBe(false)
})
