import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject } from '../../protocol/json/json.ts'
import { metadataOf } from './actors.ts'

/** The other participants, which publish metadata and receive notifications. */
export type Peers = {
  site: string
  /** How often each txid was delivered and answered with 200. */
  delivered: ReadonlyMap<string, number>
  /** Accepts every notification from now on; before, some get a 503. */
  takeAll: () => void
  close: () => void
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const txidIn = (text: string): string => {
  const { proof } = JSON.parse(text)
  return isObject(proof) ? String(proof.txid) : ''
}

/** Fewer than six, the number of attempts before a gateway gives up. */
const mostRefusals = 2

/** Opens the other participants at one address; `refused` is the share of notifications that they answer with 503. */
export const openPeers = async (random: () => number, refused = 0.2): Promise<Peers> => {
  const delivered = new Map<string, number>()
  const refusals = new Map<string, number>()
  let share = refused
  const server = createServer(async (request, response) => {
    const ocid = Number(request.url?.split('/')[1])
    if (request.method === 'GET') return void response.end(JSON.stringify(metadataOf(ocid, `${site}/${ocid}`)))
    const txid = txidIn(await bodyOf(request))
    const before = refusals.get(txid) ?? 0
    const isTaken = before >= mostRefusals || random() >= share
    if (!isTaken) refusals.set(txid, before + 1)
    if (isTaken) delivered.set(txid, (delivered.get(txid) ?? 0) + 1)
    response.writeHead(isTaken ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const takeAll = () => {
    share = 0
  }
  return { site, delivered, takeAll, close }
}
