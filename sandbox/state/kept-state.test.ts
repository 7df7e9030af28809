import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { actors } from '../../reference/gateway/actors.test.support.ts'
import { type Fixture, fixture, openPage, payment, submit } from '../../reference/gateway/fixture.test.support.ts'
import { openDatabase } from './open-database.ts'
import { sqliteStorage } from './sqlite-storage.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oc-reference-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** A gateway whose state is in a file. */
const kept = () => {
  const database = openDatabase(join(folder, 'gateway.db'))
  const failures: string[] = []
  const storage = sqliteStorage(database, ({ message }) => failures.push(message))
  const on = fixture({ ports: { storage } })
  return { ...on, database, failures, close: storage.close }
}

const transfer = { from: { ocid: actors.partner }, to: { ocid: actors.purse }, amount: '10.00', currency: 'USD' }

const balancesOf = (on: Fixture): unknown[] =>
  [actors.partner, actors.purse].map(ocid => new Map(on.store().balances).get(`${ocid} USD`))

describe('a gateway whose state is in a file', () => {
  test('resumes where another process stopped', async () => {
    const before = kept()
    const { order, path } = await openPage(before)
    await submit(before, path, payment)
    await before.call(actors.partner, '/transfer/create', transfer)
    before.close()
    const after = kept()
    expect((await after.server.inject({ method: 'GET', url: path })).body).toContain('has been paid')
    const txid = after.store().orders[0]?.[1].txid
    expect((await after.get(`/verify/${txid}`)).body).toMatchObject({ proof: { to: { reference: order.id } } })
    expect(balancesOf(after)).toEqual(['99000', '1000'])
    const replay = after.checkoutRequest({ ...order, amount: '1.00' })
    expect((await after.call(actors.merchant, '/orders/checkout', replay)).body.error?.code).toBe('NONCE_REUSED')
    after.close()
  })

  test('of many concurrent replays only the first is accepted', async () => {
    const on = kept()
    const body = JSON.stringify(transfer)
    const headers = on.headersFor(actors.partner, '/transfer/create', body)
    const answers = await Promise.all(Array.from({ length: 200 }, () => on.send('/transfer/create', body, headers)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(balancesOf(on)).toEqual(['99000', '1000'])
    on.close()
  })

  test('64 callers on one account do not overdraw it', async () => {
    const on = kept()
    const message = { ...transfer, amount: '90.00' }
    const calls = Array.from({ length: 64 }, () => on.call(actors.partner, '/transfer/create', message))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect([200, 402].map(status => statuses.filter(each => each === status).length)).toEqual([11, 53])
    expect(balancesOf(on)).toEqual(['1000', '99000'])
    on.close()
  })

  test('a full disk is a 503 that changes and notifies nothing, and service resumes when there is room', async () => {
    const on = kept()
    const { path } = await openPage(on)
    const { page_count: pages } = on.database.prepare('PRAGMA page_count').get() ?? {}
    on.database.exec(`PRAGMA max_page_count = ${pages}`)
    const large = { ...transfer, to: { ocid: actors.merchant }, memo: 'x'.repeat(50_000) }
    const refused = await on.call(actors.partner, '/transfer/create', large)
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'STATE_NOT_SAVED'])
    expect(on.failures).toEqual(['database or disk is full'])
    expect([balancesOf(on), on.store().transactions, on.notifications()]).toEqual([['100000', '0'], [], []])
    expect((await on.server.inject({ method: 'GET', url: path })).statusCode).toBe(200)
    on.database.exec('PRAGMA max_page_count = 100000')
    expect((await on.call(actors.partner, '/transfer/create', large)).status).toBe(200)
    expect(on.notifications().length).toBe(1)
    on.close()
  })
})
