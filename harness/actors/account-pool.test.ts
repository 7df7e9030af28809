import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Blocked } from '../outcome.ts'
import type { Actor } from '../run-context.ts'
import { createAccountPool } from './account-pool.ts'

const accounts = ['a', 'b'].map(id => ({ id }) as Actor)
const { signal } = new AbortController()

test('each account is lent to one at a time, and the last one is the spare', async () => {
  const pool = createAccountPool(accounts)
  const first = await pool.lease(signal)
  const spare = pool.spare()
  expect([first.accounts[0]?.id, spare?.accounts[0]?.id]).toEqual(['a', 'b'])
  expect(pool.spare()).toBeUndefined()
  const next = pool.lease(signal)
  spare?.release()
  expect((await next).accounts[0]?.id).toBe('b')
})

test('a check waits for the account that it wants, even if others are free or returned', async () => {
  const pool = createAccountPool(accounts)
  const [a, b] = [await pool.lease(signal), await pool.lease(signal)]
  const wanted = pool.lease(signal, b.accounts.slice(0, 1))
  a.release()
  expect((await pool.lease(signal, a.accounts.slice(0, 1))).accounts[0]?.id).toBe('a')
  b.release()
  expect((await wanted).accounts[0]?.id).toBe('b')
  await expect(pool.lease(signal, [{ id: 'c' } as Actor])).rejects.toThrow(Blocked)
})

test('the first of three accounts is reserved for a request for it or for an unused one', async () => {
  const three = ['a', 'b', 'c'].map(id => ({ id }) as Actor)
  const pool = createAccountPool(three)
  expect(pool.spare()?.accounts[0]?.id).toBe('c')
  expect((await pool.lease(signal)).accounts[0]?.id).toBe('b')
  expect(pool.spare()).toBeUndefined()
  const unused = pool.unused()
  expect(unused?.accounts[0]?.id).toBe('a')
  expect(pool.unused()).toBeUndefined()
  unused?.release()
  expect((await pool.lease(signal)).accounts[0]?.id).toBe('a')
  expect((await createAccountPool(three).lease(signal, three.slice(0, 1))).accounts[0]?.id).toBe('a')
  expect(createAccountPool(accounts).unused()).toBeUndefined()
})

test('without accounts, or without one that becomes free, the check is blocked', async () => {
  await expect(createAccountPool([]).lease(signal)).rejects.toThrow(Blocked)
  const pool = createAccountPool(accounts.slice(1))
  await pool.lease(signal)
  const controller = new AbortController()
  const waiting = pool.lease(controller.signal)
  controller.abort()
  await expect(waiting).rejects.toThrow('no test account became free')
})

/** Waits for pending microtasks. */
const settled = () => new Promise(resolve => setImmediate(resolve))

test('several accounts are lent together or not at all, in order', async () => {
  const pool = createAccountPool(accounts)
  const first = await pool.lease(signal)
  const order: string[] = []
  const ask = async (name: string, wanted: (Actor | undefined)[]) => {
    const lease = await pool.lease(signal, wanted)
    order.push(`${name}: ${lease.accounts.map(({ id }) => id).join()}`)
    return lease
  }
  const both = ask('both', [undefined, undefined])
  const later = ask('later', [undefined])
  await settled()
  // One is free, but reserved for the check that needs both.
  expect(order).toEqual([])
  expect(pool.spare()).toBeUndefined()
  first.release()
  const lent = await both
  expect(order).toEqual(['both: b,a'])
  lent.release()
  await later
  expect(order).toHaveLength(2)
})

test('a wanted account and any other are returned in the requested order', async () => {
  const pool = createAccountPool(accounts)
  const lease = await pool.lease(signal, [undefined, accounts[0]])
  expect(lease.accounts.map(({ id }) => id)).toEqual(['b', 'a'])
})

test('a check that waits for a specific account does not hold up one that takes another', async () => {
  const pool = createAccountPool(accounts)
  const a = await pool.lease(signal, accounts.slice(0, 1))
  const wanting = pool.lease(signal, accounts.slice(0, 1))
  expect((await pool.lease(signal)).accounts[0]?.id).toBe('b')
  a.release()
  expect((await wanting).accounts[0]?.id).toBe('a')
})

test('more accounts than there are block the check, and say how many can be used', async () => {
  await expect(createAccountPool(accounts).lease(signal, [undefined, undefined, undefined])).rejects.toThrow(
    '3 test accounts are needed at a time, and 2 can be used',
  )
  const three = ['a', 'b', 'c'].map(id => ({ id }) as Actor)
  const all = await createAccountPool(three).lease(signal, [undefined, undefined, undefined])
  expect(all.accounts).toHaveLength(3)
})

test('a check that has already ended gets no account, and takes none from the others', async () => {
  const pool = createAccountPool(accounts.slice(1))
  await expect(pool.lease(AbortSignal.abort())).rejects.toThrow(Blocked)
  expect((await pool.lease(signal)).accounts).toHaveLength(1)
})

test('every request is served eventually, regardless of the order', async () => {
  const request = fc.subarray([0, 1, 2, 3], { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { maxLength: 12 }),
      fc.array(fc.boolean(), { minLength: 4 }),
      async (asked, kinds) => {
        const four = ['a', 'b', 'c', 'd'].map(id => ({ id }) as Actor)
        const pool = createAccountPool(four)
        const uses = asked.map(async places => {
          const { accounts: lent, release } = await pool.lease(
            signal,
            places.map(at => (kinds[at] ? four[at] : undefined)),
          )
          await settled()
          release()
          return new Set(lent).size
        })
        expect(await Promise.all(uses)).toEqual(asked.map(({ length }) => length))
      },
    ),
    { numRuns: 100 },
  )
})
