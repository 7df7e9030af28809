import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Role } from '../../protocol/operations.ts'
import { openDatabase } from '../../reference/serve/state/open-database.ts'
import { type Client, openClient } from './client.ts'
import { gatewayLoad } from './gateway-load.ts'
import { kycLoad } from './kyc-load.ts'
import type { Load, Surroundings } from './load.ts'
import { merchantLoad } from './merchant-load.ts'
import { openPeers } from './peers.ts'
import { type Place, startRole } from './role-process.ts'

const roles: Readonly<Record<Role, { ocid: number; load: (surroundings: Surroundings) => Load }>> = {
  gateway: { ocid: 1001, load: gatewayLoad },
  merchant: { ocid: 1002, load: merchantLoad },
  kyc: { ocid: 1003, load: kycLoad },
}

/** What came of it; `wrong` is empty if nothing was lost, made up or accepted twice. */
export type CrashResult = { role: Role; kills: number; acknowledged: number; delivered: number; wrong: string[] }

/** How many requests are under way at a time. */
const lanes = 16
/** How long a role runs at most after its first acknowledgement, or after its start if it is killed while it starts, in ms. */
const longest = { running: 500, starting: 400 }
/** How often the role is killed before it is ready. */
const early = 0.1

/** Keeps all lanes busy until `isOver`. */
const busy = async (load: Load, client: Client, isOver: () => boolean): Promise<void> => {
  const lane = async () => {
    while (!isOver()) await load.step(client)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Starts the role, has it work until it is killed, and returns what is wrong with what it tells and leaves. */
const killOnce = async (place: Place, load: Load, random: () => number): Promise<string[]> => {
  const running = startRole(place)
  if (random() < early) {
    await setTimeout(random() * longest.starting)
    await running.kill()
    return []
  }
  const client = openClient(await running.ready, lanes)
  const wrong = await load.recall(client, false)
  const before = load.acknowledged()
  let isOver = false
  const work = busy(load, client, () => isOver)
  while (load.acknowledged() === before) await setTimeout(1)
  await setTimeout(random() * longest.running)
  const killed = running.kill()
  isOver = true
  await Promise.all([work, killed])
  await client.close()
  const complaints = running.complaints()
  return [...wrong, ...(complaints === '' ? [] : [complaints]), ...inspect(place, load)]
}

const inspect = ({ folder, role }: Place, load: Load): string[] => {
  const database = openDatabase(join(folder, `${role}.db`))
  try {
    return load.inspect(database)
  } finally {
    database.close()
  }
}

/** Waits for the notifications that are left, for a minute at most: the longest pause between two attempts is 16 seconds. */
const untoldInTheEnd = async (load: Load): Promise<string[]> => {
  const until = Date.now() + 60_000
  while (load.untold().length > 0 && Date.now() < until) await setTimeout(100)
  return load.untold().map(txid => `the merchant was never told of ${txid}`)
}

/** Kills a role `kills` times at random moments, and then asks for everything that it ever acknowledged. */
export const crashRole = async (
  role: Role,
  kills: number,
  random: () => number = Math.random,
): Promise<CrashResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'oc-conformance-crash-'))
  const peers = await openPeers(random)
  const { ocid, load: loadOf } = roles[role]
  const load = loadOf({ peers, random, ocid })
  const place = { role, folder, provisioning: join(folder, 'provisioning.json') }
  writeFileSync(place.provisioning, JSON.stringify(load.provisioning))
  const wrong: string[] = []
  try {
    for (let kill = 0; kill < kills; kill++) wrong.push(...(await killOnce(place, load, random)))
    peers.takeAll()
    wrong.push(...(await lastLook(place, load)))
    return { role, kills, acknowledged: load.acknowledged(), delivered: peers.delivered.size, wrong }
  } finally {
    peers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const lastLook = async (place: Place, load: Load): Promise<string[]> => {
  const running = startRole(place)
  const client = openClient(await running.ready, lanes)
  try {
    return [...(await load.recall(client, true)), ...(await untoldInTheEnd(load)), running.complaints()].filter(Boolean)
  } finally {
    await running.kill()
    await client.close()
  }
}
