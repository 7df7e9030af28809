import { setTimeout } from 'node:timers/promises'
import type { Role } from '../../protocol/operations.ts'
import { type Client, openClient } from './client.ts'
import { gatewayLoad } from './gateway-load.ts'
import { kycLoad } from './kyc-load.ts'
import type { Load, Surroundings } from './load.ts'
import { merchantLoad } from './merchant-load.ts'
import { openPeers } from './peers.ts'
import type { RoleProcess } from './role-process.ts'
import { inFile, type OpenSetting, type Setting } from './setting.ts'

const roles: Readonly<Record<Role, { ocid: number; load: (surroundings: Surroundings) => Load }>> = {
  gateway: { ocid: 1001, load: gatewayLoad },
  merchant: { ocid: 1002, load: merchantLoad },
  kyc: { ocid: 1003, load: kycLoad },
}

/** The result; `wrong` is empty if nothing was lost, invented or accepted twice. */
export type CrashResult = { role: Role; kills: number; acknowledged: number; delivered: number; wrong: string[] }

/** The number of requests in flight. */
const lanes = 16
/** The longest that a role runs after its first acknowledgement, or after its start if it is killed while starting, in ms. */
const longest = { running: 500, starting: 400 }
/** The probability that the role is killed before it is ready. */
const early = 0.1

/** Keeps all lanes busy until `isOver`. */
const busy = async (load: Load, client: Client, isOver: () => boolean): Promise<void> => {
  const lane = async () => {
    while (!isOver()) await load.step(client)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** The running processes, and their load. */
type Scene = { setting: Setting; running: RoleProcess[]; load: Load; random: () => number }

/** Keeps the processes busy until one is killed, and the others for a moment longer. */
const killUnderLoad = async ({ running, load, random }: Scene): Promise<string[]> => {
  const client = openClient(await Promise.all(running.map(({ ready }) => ready)), lanes)
  const before = load.acknowledged()
  let isOver = false
  const work = busy(load, client, () => isOver)
  while (load.acknowledged() === before) await setTimeout(1)
  await setTimeout(random() * longest.running)
  const last = running.pop()
  const killed = last?.kill()
  if (running.length > 0) await setTimeout((random() * longest.running) / 2)
  isOver = true
  await Promise.all([work, killed])
  await client.close()
  return [last?.complaints() ?? '']
}

/** Asks the processes for acknowledged results. */
const recall = async ({ running, load }: Scene, isAll: boolean): Promise<string[]> => {
  const client = openClient(await Promise.all(running.map(({ ready }) => ready)), lanes)
  return load.recall(client, isAll).finally(client.close)
}

/** Starts the missing processes, one in ten to be killed while starting; any of several may be killed next. */
const startMissing = ({ setting, running, random }: Scene): void => {
  while (running.length < setting.processes) running.push(setting.start())
  if (random() < 0.5) running.reverse()
}

const killOnce = async (scene: Scene): Promise<string[]> => {
  const { setting, running, load, random } = scene
  startMissing(scene)
  if (random() < early) {
    await setTimeout(random() * longest.starting)
    await running.pop()?.kill()
    return []
  }
  const missed = await recall(scene, false)
  const complaints = await killUnderLoad(scene)
  const lost = running.length > 0 ? await recall(scene, false) : []
  return [...missed, ...complaints, ...lost, ...(await setting.look(load.inspect))]
}

/** Waits at most a minute for the missing notifications: the longest pause between two attempts is 16 seconds. */
const unnotifiedAtEnd = async (load: Load): Promise<string[]> => {
  const until = Date.now() + 60_000
  while (load.unnotified().length > 0 && Date.now() < until) await setTimeout(100)
  return load.unnotified().map(txid => `the merchant was never notified of ${txid}`)
}

const lastLook = async (scene: Scene): Promise<string[]> => {
  startMissing(scene)
  const missed = await recall(scene, true)
  return [...missed, ...(await unnotifiedAtEnd(scene.load)), ...scene.running.map(({ complaints }) => complaints())]
}

/** Kills a role `kills` times at random moments, and then asks for everything that it ever acknowledged. */
export const crashRole = async (
  role: Role,
  kills: number,
  random: () => number = Math.random,
  open: OpenSetting = inFile,
): Promise<CrashResult> => {
  const peers = await openPeers(random)
  const { ocid, load: loadOf } = roles[role]
  const load = loadOf({ peers, random, ocid })
  const setting = await open(role, load.provisioning)
  const scene: Scene = { setting, running: [], load, random }
  const wrong: string[] = []
  try {
    for (let kill = 0; kill < kills; kill++) wrong.push(...(await killOnce(scene)))
    peers.takeAll()
    wrong.push(...(await lastLook(scene)))
    return {
      role,
      kills,
      acknowledged: load.acknowledged(),
      delivered: peers.delivered.size,
      wrong: wrong.filter(Boolean),
    }
  } finally {
    await Promise.all(scene.running.map(({ kill }) => kill()))
    peers.close()
    await setting.remove()
  }
}
