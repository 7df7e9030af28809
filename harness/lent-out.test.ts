import { expect, test } from 'vitest'
import { activity } from './activity.ts'
import { borrowerOf, createBorrower, type Lent, lentOut } from './lent-out.ts'

const kinds = Object.keys(lentOut) as Lent[]

test.each(kinds.flatMap(held => kinds.map(wanted => [wanted, held] as const)))(
  'asking for %s while having %s: only things later in the order',
  async (wanted, held) => {
    const check = createBorrower('suite/check')
    const { giveBack } = await check.borrow(held, async () => undefined)
    const asking = check.borrow(wanted, async () => 'lent')
    if (kinds.indexOf(wanted) > kinds.indexOf(held)) expect((await asking).lent).toBe('lent')
    else await expect(asking).rejects.toThrow('suite/check asks for')
    giveBack()
  },
)

test('requesting twice at the same time is a fault as well, and requesting again after a return is not', async () => {
  const check = createBorrower('suite/check')
  const first = check.borrow('accounts', async () => 'a')
  await expect(check.borrow('accounts', async () => 'b')).rejects.toThrow('ask for all together')
  const { giveBack } = await first
  giveBack()
  expect((await check.borrow('accounts', async () => 'c')).lent).toBe('c')
})

test('a failed loan is not held, and the wait is visible until then', async () => {
  const { signal } = new AbortController()
  expect(borrowerOf(signal, 'suite/check')).toBe(borrowerOf(signal))
  const check = borrowerOf(signal)
  const { promise, reject } = Promise.withResolvers<never>()
  const asking = check.borrow('seat', () => promise)
  expect(activity.waits).toEqual([{ who: 'suite/check', what: lentOut.seat }])
  reject(new Error('no browser'))
  await expect(asking).rejects.toThrow('no browser')
  expect(activity.waits).toEqual([])
  expect((await check.borrow('accounts', async () => 'lent')).lent).toBe('lent')
})
