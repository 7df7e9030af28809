import { actors } from './actors.ts'
import { type Client, openClient, type Sent, signed } from './client.ts'
import { gatewayProvisioning, wrongBalances } from './gateway-ledger.ts'
import { openPeers } from './peers.ts'
import { inFile, type OpenSetting } from './setting.ts'

/** The result: the replays and debits that were accepted, and the wrong balances. */
export type FloodResult = { replays: number; accepted: number; callers: number; debits: number; wrong: string[] }

/** Transfers an amount in dollars from the partner's account, which holds a million. */
const debitOf = (amount: string): Sent => {
  const parties = { from: { ocid: actors.partner }, to: { ocid: actors.purse } }
  return signed(actors.partner, '/transfer/create', { ...parties, amount, currency: 'USD' })
}

/** Sends requests simultaneously; returns the number that were accepted. */
const accepted = async (client: Client, requests: readonly Sent[]): Promise<number> => {
  const answers = await Promise.all(requests.map(request => client.send(request)))
  return answers.filter(answer => answer?.status === 200).length
}

/**
 * Sends one transfer, then its replays simultaneously, before and after the gateway's processes are killed; then one debit per caller,
 * simultaneously, from an account that holds enough for two.
 */
export const flood = async (replays: number, callers = 64, open: OpenSetting = inFile): Promise<FloodResult> => {
  const peers = await openPeers(Math.random)
  const setting = await open('gateway', gatewayProvisioning({ peers, random: Math.random, ocid: 1001 }))
  const serving = async <T>(act: (client: Client) => Promise<T>): Promise<T> => {
    const running = Array.from({ length: setting.processes }, setting.start)
    const client = openClient(await Promise.all(running.map(({ ready }) => ready)), 64)
    return act(client).finally(() => Promise.all(running.map(({ kill }) => kill())).then(client.close))
  }
  const once = debitOf('1.00')
  const copies = Array.from({ length: replays / 2 }, () => once)
  const many = () => Array.from({ length: callers }, () => debitOf('400000.00'))
  try {
    const before = await serving(
      async client => (await accepted(client, [once])) - 1 + (await accepted(client, copies)),
    )
    const after = await serving(client => accepted(client, copies))
    const debits = await serving(client => accepted(client, many()))
    return { replays, accepted: before + after, callers, debits, wrong: await setting.look(wrongBalances) }
  } finally {
    peers.close()
    await setting.remove()
  }
}
