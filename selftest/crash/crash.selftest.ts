import { describe, expect, test } from 'vitest'
import { roles } from '../../protocol/operations.ts'
import { missingPostgres } from '../../sandbox/state/postgres/server.test.support.ts'
import { crashRole } from './crash.ts'
import { flood } from './flood.ts'
import { inPostgres } from './setting.ts'

/** Draws only moments after the role is ready. */
const afterStart = () => 0.1 + 0.9 * Math.random()

describe('a sandbox that is killed under load', () => {
  test.each(roles)('%s: nothing acknowledged is lost, nothing is accepted twice', { timeout: 120_000 }, async role => {
    const { wrong, acknowledged } = await crashRole(role, 2, afterStart)
    expect(wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  })

  test('accepts no replay, and of 64 debits as many as the account holds', { timeout: 120_000 }, async () => {
    expect(await flood(100)).toEqual({ replays: 100, accepted: 0, callers: 64, debits: 2, wrong: [] })
  })
})

describe.skipIf(missingPostgres !== undefined)('one of two processes on PostgreSQL that is killed under load', () => {
  test.each(roles)('%s: nothing acknowledged is lost, nothing is accepted twice', { timeout: 120_000 }, async role => {
    const { wrong, acknowledged } = await crashRole(role, 2, afterStart, inPostgres)
    expect(wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  })

  test('accepts no replay, and of 64 debits as many as the account holds', { timeout: 120_000 }, async () => {
    expect(await flood(100, 64, inPostgres)).toEqual({ replays: 100, accepted: 0, callers: 64, debits: 2, wrong: [] })
  })
})
