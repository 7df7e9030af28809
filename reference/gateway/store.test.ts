import { expect, test } from 'vitest'
import { cast, openPage, payment, stage, submit } from './fixture.test.support.ts'
import { Store } from './store.ts'

test('a session holds what the document lists', async () => {
  const on = stage()
  const order = on.order()
  const { path } = await openPage(on, order)
  const { signature, urls } = on.checkoutRequest(order)
  expect(on.store().sessions).toEqual([
    {
      id: path.split('/').at(-1),
      merchant: cast.merchant,
      order,
      signature,
      urls,
      status: 'pending',
      createdAt: on.now(),
    },
  ])
})

test('a pending payment holds what the document lists', async () => {
  const on = stage()
  const order = { id: 'o-1', urls: ['https://shop.example/orders/o-1'] }
  const asked = { amount: '1.50', currency: 'EUR', reference: 'ref', memo: 'note', order }
  const { body } = await on.call(cast.app, '/payment/create', { to: cast.merchant, ...asked })
  const [[txid, transaction] = []] = on.store().transactions
  expect(txid).toBe(body.txid)
  expect(transaction).toEqual({
    kind: 'payment',
    payment: {
      txid,
      caller: cast.app,
      merchant: cast.merchant,
      ...asked,
      status: 'pending_settlement',
      expiresAt: on.now() + 3600,
      createdAt: on.now(),
    },
  })
})

test('a snapshot as JSON brings everything back', async () => {
  const before = stage()
  const { order, path } = await openPage(before)
  await submit(before, path, payment)
  await before.call(cast.app, '/payment/create', { to: cast.merchant, amount: '1', currency: 'USD' })
  const kept = JSON.parse(JSON.stringify(before.snapshot()))
  const after = stage({ ports: { keeper: { kept, changed: () => {} } } })
  const page = await after.server.inject({ method: 'GET', url: path })
  expect(page.body).toContain('has been paid')
  const txid = before.store().orders[0]?.[1].txid
  expect((await after.get(`/verify/${txid}`)).body).toEqual((await before.get(`/verify/${txid}`)).body)
  const other = after.checkoutRequest({ ...order, amount: '1.00' })
  expect((await after.call(cast.merchant, '/orders/checkout', other)).body.error?.code).toBe('NONCE_REUSED')
  const store = new Store([{ id: 'a', ocid: cast.merchant, currency: 'USD', balance: 0n, debitableBy: [] }])
  store.restore(before.store())
  expect(store.account(cast.merchant, 'USD')?.balance).toBe(1234n)
})
