import { spawnSync } from 'node:child_process'
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../sandbox/state/open-database.ts'
import { actors } from './actors.ts'
import { type Client, openClient, type Sent, signed } from './client.ts'
import { gatewayProvisioning, wrongBalances } from './gateway-ledger.ts'
import { rowsIn, rowsOf } from './load.ts'
import { openPeers, type Peers } from './peers.ts'
import { startRole } from './role-process.ts'

/** Starts a program with a private file system in a folder: one megabyte of memory, or read-only. */
const mounted = {
  small: (folder: string) => ownMount('mount -t tmpfs -o size=1m none "$0" && exec "$@"', folder),
  readOnly: (folder: string, content: string) =>
    ownMount(`mount -t tmpfs none "$0" && cp -r "${content}/." "$0" && mount -o remount,ro "$0" && exec "$@"`, folder),
}

const ownMount = (script: string, folder: string): string[] => [
  'unshare',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  script,
  folder,
]

const [program = '', ...options] = mounted.small(tmpdir())
/** Some machines do not allow users to mount anything; the tests are skipped there. */
const maySkip = spawnSync(program, [...options, 'true']).status !== 0

let folder = ''
let peers: Peers

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oc-conformance-disk-'))
  mkdirSync(join(folder, 'state'))
  mkdirSync(join(folder, 'content'))
  peers = await openPeers(Math.random, 0)
})

afterEach(() => {
  peers.close()
  rmSync(folder, { recursive: true, force: true })
})

const gatewayThrough = (through: readonly string[]) => {
  const provisioning = join(folder, 'provisioning.json')
  writeFileSync(provisioning, JSON.stringify(gatewayProvisioning({ peers, random: Math.random, ocid: 1001 })))
  return startRole({ role: 'gateway', folder: join(folder, 'state'), provisioning, through })
}

const transfer = (reference: string): Sent => {
  const parties = { from: { ocid: actors.partner }, to: { ocid: actors.purse, reference } }
  return signed(actors.partner, '/transfer/create', { ...parties, amount: '1.00', currency: 'USD' })
}

/** Writes to a file until the disk is full. */
const fill = (file: string): void => {
  const [open, block] = [openSync(file, 'w'), Buffer.alloc(4096)]
  try {
    for (;;) writeSync(open, block)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    closeSync(open)
  }
}

/** Transfers until one is refused; returns the accepted txids, and the refusal. */
const transferUntilRefused = async (client: Client) => {
  const txids: string[] = []
  for (;;) {
    const sent = transfer(`transfer ${txids.length}`)
    const answer = await client.send(sent)
    if (answer?.status !== 200) return { txids, sent, answer }
    txids.push(JSON.parse(answer.text).proof.txid)
  }
}

/** Returns the txids and the wrong balances in a copy of the state. */
const stateIn = (state: string) => {
  const copy = join(folder, 'copy')
  cpSync(state, copy, { recursive: true })
  const database = openDatabase(join(copy, 'gateway.db'))
  try {
    return { txids: rowsOf(database, 'transactions').map(([txid]) => txid), wrong: wrongBalances(rowsIn(database)) }
  } finally {
    database.close()
  }
}

describe.skipIf(maySkip)('a sandbox whose disk', () => {
  test('is full answers 503 with the reason, rolls back, and recovers when there is room', {
    timeout: 120_000,
  }, async () => {
    const gateway = gatewayThrough(mounted.small(join(folder, 'state')))
    const client = openClient(await gateway.ready, 4)
    const state = `/proc/${gateway.pid}/root${join(folder, 'state')}`
    try {
      expect((await client.send(transfer('first')))?.status).toBe(200)
      fill(join(state, 'filler'))
      const { txids, sent, answer } = await transferUntilRefused(client)
      expect([answer?.status, JSON.parse(answer?.text ?? '').error.code]).toEqual([503, 'STATE_NOT_SAVED'])
      // The response may arrive before the log line.
      await expect.poll(gateway.complaints).toBe('gateway: state was not saved: database or disk is full\n')
      for (const txid of txids) expect((await client.get(`/verify/${txid}`))?.status).toBe(200)
      expect((await client.get('/readyz'))?.status).toBe(200)
      rmSync(join(state, 'filler'))
      // The same request and nonce: it was rolled back.
      const again = await client.send(sent)
      expect(again?.status).toBe(200)
      expect((await client.send(sent))?.status).toBe(401)
      const kept = stateIn(state)
      expect(kept.wrong).toEqual([])
      expect(kept.txids.slice(1)).toEqual([...txids, JSON.parse(again?.text ?? '').proof.txid])
    } finally {
      await gateway.kill()
      await client.close()
    }
  })

  test('is read-only fails at the start with an explanation', { timeout: 60_000 }, async () => {
    const content = join(folder, 'content')
    const started = () => gatewayThrough(mounted.readOnly(join(folder, 'state'), content)).ready
    await expect(started()).rejects.toThrow(/cannot be written \(EROFS\)\.\nGive a --data folder that is writable\./)
    writeFileSync(join(content, 'gateway.key'), '1'.repeat(64))
    await expect(started()).rejects.toThrow(/cannot be written \(EROFS\)\.\nGive a --data folder that is writable\./)
    openDatabase(join(content, 'gateway.db')).close()
    await expect(started()).rejects.toThrow(
      /gateway\.db cannot be read: disk I\/O error\.\nThis process must be allowed to write to it\./,
    )
  })
})
