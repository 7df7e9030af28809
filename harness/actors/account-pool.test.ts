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
  expect([first.account.id, spare?.account.id]).toEqual(['a', 'b'])
  expect(pool.spare()).toBeUndefined()
  const next = pool.lease(signal)
  spare?.release()
  expect((await next).account.id).toBe('b')
})

test('one that is wanted is waited for, while others are free or come back', async () => {
  const pool = createAccountPool(accounts)
  const [a, b] = [await pool.lease(signal), await pool.lease(signal)]
  const wanted = pool.lease(signal, b.account)
  a.release()
  expect((await pool.lease(signal, a.account)).account.id).toBe('a')
  b.release()
  expect((await wanted).account.id).toBe('b')
  await expect(pool.lease(signal, { id: 'c' } as Actor)).rejects.toThrow(Blocked)
})

test('the first of three accounts is kept, for whoever wants it or asks for an unused one', async () => {
  const three = ['a', 'b', 'c'].map(id => ({ id }) as Actor)
  const pool = createAccountPool(three)
  expect(pool.spare()?.account.id).toBe('c')
  expect((await pool.lease(signal)).account.id).toBe('b')
  expect(pool.spare()).toBeUndefined()
  const unused = pool.unused()
  expect(unused?.account.id).toBe('a')
  expect(pool.unused()).toBeUndefined()
  unused?.release()
  expect((await pool.lease(signal)).account.id).toBe('a')
  expect((await createAccountPool(three).lease(signal, three[0])).account.id).toBe('a')
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
