import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

/** The requests of an unrelated client to the counterpart. */
export type Nuisance = 'opens connections' | 'sends headers slowly' | 'sends requests' | 'sends to the webhook'

const connections = 5_000
const requests = 20_000
const lanes = 50

const beginnings: Readonly<Record<string, string>> = { 'sends headers slowly': 'GET / HTTP/1.1\r\nHost: h\r\nX: ' }

/**
 * Starts an unrelated client in a separate process; resolves when its connections are open, or its first requests answered. The result ends
 * it.
 */
export const sendStranger = async (port: number, nuisance: Nuisance): Promise<() => void> => {
  const child = fork(fileURLToPath(import.meta.url), [String(port), nuisance], { stdio: 'inherit' })
  await once(child, 'message')
  return () => child.kill('SIGKILL')
}

/** Opens connections that send only the beginning of a request; resolves when each is open or refused. */
const hold = (port: number, beginning: string): Promise<unknown> =>
  Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      return new Promise<void>(resolve => {
        socket.once('connect', () => {
          if (beginning !== '') socket.write(beginning)
          resolve()
        })
        socket.once('close', () => resolve())
      })
    }),
  )

const sendOne = async (port: number, path: string, name: number): Promise<void> => {
  const body = { proof: { txid: `t-${name}`, to: { reference: `r-${name}` } }, filler: 'x'.repeat(2_000) }
  const sent = fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: JSON.stringify(body) })
  await sent.then(response => response.arrayBuffer()).catch(() => undefined)
}

const disturb = async (port: number, nuisance: string): Promise<void> => {
  if (!nuisance.startsWith('sends ') || nuisance in beginnings) {
    await hold(port, beginnings[nuisance] ?? '')
    return void process.send?.('ready')
  }
  const path = nuisance === 'sends requests' ? '/nothing/here' : '/2001/transfer/webhook'
  await sendOne(port, path, requests)
  process.send?.('ready')
  let left = requests
  const lane = async () => {
    while (left-- > 0) await sendOne(port, path, left)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const [, file, port, nuisance] = process.argv
if (file === fileURLToPath(import.meta.url) && port !== undefined && nuisance !== undefined)
  await disturb(Number(port), nuisance)
