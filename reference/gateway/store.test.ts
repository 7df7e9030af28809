import { expect, test } from 'vitest'
import { actors } from './actors.test.support.ts'
import { fixture, openPage, payment, submit } from './fixture.test.support.ts'
import { Store } from './store.ts'

test('a session holds the values that the document lists', async () => {
  const on = fixture()
  const order = on.order()
  const { path } = await openPage(on, order)
  const { signature, urls } = on.checkoutRequest(order)
  expect(on.store().sessions).toEqual([
    {
      id: path.split('/').at(-1),
      merchant: actors.merchant,
      order,
      signature,
      urls,
      status: 'pending',
      createdAt: on.now(),
    },
  ])
})

test('a pending payment holds the values that the document lists', async () => {
  const on = fixture()
  const order = { id: 'o-1', urls: ['https://shop.example/orders/o-1'] }
  const asked = { amount: '1.50', currency: 'EUR', reference: 'ref', memo: 'note', order }
  const { body } = await on.call(actors.app, '/payment/create', { to: actors.merchant, ...asked })
  const [[txid, transaction] = []] = on.store().transactions
  expect(txid).toBe(body.txid)
  expect(transaction).toEqual({
    kind: 'payment',
    payment: {
      txid,
      caller: actors.app,
      merchant: actors.merchant,
      ...asked,
      status: 'pending_settlement',
      expiresAt: on.now() + 3600,
      createdAt: on.now(),
    },
  })
})

test('a gateway resumes from the state of another', async () => {
  const before = fixture()
  const { order, path } = await openPage(before)
  await submit(before, path, payment)
  await before.call(actors.app, '/payment/create', { to: actors.merchant, amount: '1', currency: 'USD' })
  const after = fixture({ ports: { storage: before.storage } })
  const page = await after.server.inject({ method: 'GET', url: path })
  expect(page.body).toContain('has been paid')
  const txid = before.store().orders[0]?.[1].txid
  expect((await after.get(`/verify/${txid}`)).body).toEqual((await before.get(`/verify/${txid}`)).body)
  const other = after.checkoutRequest({ ...order, amount: '1.00' })
  expect((await after.call(actors.merchant, '/orders/checkout', other)).body.error?.code).toBe('NONCE_REUSED')
  const account = { id: 'a', ocid: actors.merchant, currency: 'USD', balance: 0n, debitableBy: [] }
  const store = new Store([account], before.storage)
  expect(store.account(actors.merchant, 'USD')?.balance).toBe(1234n)
})
