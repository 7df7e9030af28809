import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../../reference/service/storage.ts'
import { takeStateFile } from './state-file.ts'

let path = ''

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'oc-reference-')), 'role.json')
})

afterEach(() => {
  rmSync(join(path, '..'), { recursive: true })
})

const take = async (store: object) => {
  writeFileSync(path, JSON.stringify({ version: 1, store, nonces: [[3001, 'n-1', 900]] }))
  const storage = memoryStorage()
  await takeStateFile(path, storage)
  return (name: string) => [...storage.table(name)]
}

const proof = { issuer: 5001, txid: 'tx-5' }

describe('the state file of an earlier version', () => {
  test('a gateway gets its nonces, sessions, orders, transactions, used proofs and balances', async () => {
    const settled = { kind: 'payment', payment: { status: 'completed', settled: { provider: { proof } } } }
    const table = await take({
      sessions: [{ id: 's' }],
      orders: [['[2001,"o"]', { text: '{}' }]],
      transactions: [
        ['t', { kind: 'completed', signed: {} }],
        ['p', { kind: 'payment', payment: { status: 'pending_settlement' } }],
        ['q', settled],
      ],
      balances: [['3001 USD', '12']],
    })
    expect(table('nonces')).toEqual([['3001 n-1', 900]])
    expect(table('sessions')).toEqual([['s', { id: 's' }]])
    expect(table('orders')).toEqual([['[2001,"o"]', { text: '{}' }]])
    expect(table('transactions').map(([txid]) => txid)).toEqual(['t', 'p', 'q'])
    expect(table('usedProofs')).toEqual([['5001 tx-5', 'q']])
    expect(table('balances')).toEqual([['3001 USD', '12']])
  })

  test('a merchant gets its orders and the transactions that paid them', async () => {
    const open = { text: '{}', order: { id: 'a' }, signature: '' }
    const paid = { ...open, order: { id: 'b' }, payment: { txid: 't', issuer: 4001 } }
    const table = await take({ orders: [open, paid] })
    expect(table('orders')).toEqual([
      ['a', open],
      ['b', paid],
    ])
    expect(table('usedTransactions')).toEqual([['4001 t', 'b']])
  })

  test('a KYC provider gets its requests and decisions', async () => {
    const table = await take({ requests: [{ id: 'r' }], decisions: [['r', { granted: [] }]] })
    expect(table('requests')).toEqual([['r', { id: 'r' }]])
    expect(table('decisions')).toEqual([['r', { granted: [] }]])
  })

  test('is read once, and renamed; another file is refused with a sentence', async () => {
    await take({ requests: [] })
    expect([existsSync(path), existsSync(`${path}.taken`)]).toEqual([false, true])
    await expect(takeStateFile(path, memoryStorage())).resolves.toBeUndefined()
    writeFileSync(path, '{"version":9}')
    await expect(takeStateFile(path, memoryStorage())).rejects.toThrow('is not a state of version 1')
    writeFileSync(path, '{"version":')
    await expect(takeStateFile(path, memoryStorage())).rejects.toThrow('is not a state of version 1')
  })

  test.each([
    '{"version":1}',
    '{"version":1,"nonces":[],"store":{"balances":5}}',
    '{"version":1,"nonces":[],"store":{"transactions":[null]}}',
    '{"version":1,"nonces":[],"store":{"decisions":"ab"}}',
    '{"version":1,"nonces":[],"store":{"requests":[{"id":{}}]}}',
  ])('from another program is refused: %s', async text => {
    writeFileSync(path, text)
    await expect(takeStateFile(path, memoryStorage())).rejects.toThrow('is not a state of version 1')
  })

  test.runIf(process.platform === 'linux')('is a regular file', async () => {
    symlinkSync('/dev/zero', path)
    await expect(takeStateFile(path, memoryStorage())).rejects.toThrow('is not a regular file')
  })
})
