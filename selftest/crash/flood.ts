import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../reference/serve/state/open-database.ts'
import { actors } from './actors.ts'
import { type Client, openClient, type Sent, signed } from './client.ts'
import { gatewayProvisioning, wrongBalances } from './gateway-ledger.ts'
import { openPeers } from './peers.ts'
import { startRole } from './role-process.ts'

/** What came of it: how many of the replays and of the debits were accepted, and which balances are wrong. */
export type FloodResult = { replays: number; accepted: number; callers: number; debits: number; wrong: string[] }

/** Transfers an amount in dollars from the partner's account, which holds a million. */
const debitOf = (amount: string): Sent => {
  const parties = { from: { ocid: actors.partner }, to: { ocid: actors.purse } }
  return signed(actors.partner, '/transfer/create', { ...parties, amount, currency: 'USD' })
}

/** Sends requests at once; returns how many of them were accepted. */
const accepted = async (client: Client, requests: readonly Sent[]): Promise<number> => {
  const answers = await Promise.all(requests.map(request => client.send(request)))
  return answers.filter(answer => answer?.status === 200).length
}

/**
 * Sends one transfer, and then its replays all at once, before and after the gateway is killed; then as many debits as there are
 * callers, all at once, of which the account holds enough for two.
 */
export const flood = async (replays: number, callers = 64): Promise<FloodResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'oc-conformance-flood-'))
  const peers = await openPeers(Math.random)
  const place = { role: 'gateway', folder, provisioning: join(folder, 'p.json') } as const
  writeFileSync(place.provisioning, JSON.stringify(gatewayProvisioning({ peers, random: Math.random, ocid: 1001 })))
  const serving = async <T>(act: (client: Client) => Promise<T>): Promise<T> => {
    const running = startRole(place)
    const client = openClient(await running.ready, 64)
    return act(client).finally(() => running.kill().then(client.close))
  }
  const once = debitOf('1.00')
  const copies = Array.from({ length: replays / 2 }, () => once)
  try {
    const before = await serving(
      async client => (await accepted(client, [once])) - 1 + (await accepted(client, copies)),
    )
    const after = await serving(client => accepted(client, copies))
    const debits = await serving(client =>
      accepted(
        client,
        Array.from({ length: callers }, () => debitOf('400000.00')),
      ),
    )
    const database = openDatabase(join(folder, 'gateway.db'))
    const wrong = wrongBalances(database)
    database.close()
    return { replays, accepted: before + after, callers, debits, wrong }
  } finally {
    peers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
