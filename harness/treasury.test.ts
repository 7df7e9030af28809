import { describe, expect, test } from 'vitest'
import type { Json } from '../protocol/json/json.ts'
import { responseWith } from './http/response.test.fixture.ts'
import type { HttpResponse } from './http/response.ts'
import { moneyOf } from './money.ts'
import { createTreasury } from './treasury.ts'

const money = moneyOf('USD', { max: '100.00' })

const response = (status: number): HttpResponse => {
  const json = status < 300 ? {} : { error: { code: status === 402 ? 'INSUFFICIENT_FUNDS' : 'OTHER' } }
  return responseWith({ status, json, url: 'http://h:1/transfer/create' })
}

const transfer = (from: number, to: number, amount: string, currency = 'USD'): Json => ({
  from: { ocid: from },
  to: { ocid: to },
  amount,
  currency,
})

const treasuryWith = (units?: bigint) => {
  const treasury = createTreasury(3001, money)
  if (units !== undefined) treasury.found(units)
  return treasury
}

const refusal = /may hold less than 1\.00 USD: fund it/

describe('a transfer from the treasury that is refused with 402', () => {
  test('proves nothing if the treasury may hold less', () => {
    expect(treasuryWith(99n).watch(transfer(3001, 2001, '1.00'))(response(402))).toMatch(refusal)
  })

  test('counts if it holds enough, or if the preflight found nothing', () => {
    expect(treasuryWith(100n).watch(transfer(3001, 2001, '1.00'))(response(402))).toBeUndefined()
    expect(treasuryWith().watch(transfer(3001, 2001, '1.00'))(response(402))).toBeUndefined()
  })

  test('counts transfers that others made or may still make, and those that were returned', () => {
    const treasury = treasuryWith(250n)
    treasury.watch(transfer(3001, 2001, '0.80'))(response(200))
    const pending = treasury.watch(transfer(3001, 3011, '0.80'))
    const first = treasury.watch(transfer(3001, 2001, '1.00'))
    expect(first(response(402))).toMatch(refusal)
    pending(response(400))
    treasury.watch(transfer(3011, 3001, '0.10'))(response(402))
    expect(treasury.watch(transfer(3001, 2001, '1.00'))(response(402))).toBeUndefined()
    treasury.watch(transfer(3001, 2001, '1.00'))(response(200))
    expect(treasury.watch(transfer(3001, 2001, '1.00'))(response(402))).toMatch(refusal)
    treasury.watch(transfer(3011, 3001, '0.30'))(response(200))
    expect(treasury.watch(transfer(3001, 2001, '1.00'))(response(402))).toBeUndefined()
  })

  test('counts an unreadable transfer', () => {
    const treasury = treasuryWith(102n)
    treasury.watch(undefined)(response(200))
    treasury.watch(transfer(3001, 2001, '00.01'))(response(200))
    treasury.watch(transfer(3001, 2001, '00.01'))(response(400))
    expect(treasury.watch(transfer(3001, 2001, '1.00'))(response(402))).toBeUndefined()
    treasury.watch(undefined)(response(200))
    expect(treasury.watch(transfer(3001, 2001, '1.00'))(response(402))).toMatch(refusal)
  })

  test('counts while more than any treasury holds is in flight', () => {
    const treasury = treasuryWith(100n)
    treasury.watch(transfer(3001, 2001, '99999999999999999999'))
    expect(treasury.watch(transfer(3001, 2001, '1.00'))(response(402))).toBeUndefined()
  })

  test.each([
    ['of another account', transfer(3011, 2001, '1.00'), 402],
    ['in another currency', transfer(3001, 2001, '1.00', 'EUR'), 402],
    ['over more than a check ever moves', transfer(3001, 2001, '100.01'), 402],
    ['for another reason', transfer(3001, 2001, '1.00'), 400],
    ['that is malformed', transfer(3001, 2001, 'one'), 402],
    ['that is not an object', 'transfer', 402],
  ])('counts for one %s', (_, body, status) => {
    expect(treasuryWith(0n).watch(body)(response(status))).toBeUndefined()
  })
})
