import { connect } from 'node:net'
import { getResponse } from 'msw'
import type { Counterpart } from '../harness/counterpart.ts'
import { referenceProfile } from '../protocol/profile.ts'
import { PrivateKey } from '../protocol/signature/keys.ts'
import {
  type CounterpartIdentity,
  createCounterpart,
  type ListeningCounterpart,
  startCounterpart,
} from './counterpart.ts'

const keyOf = (digit: string) => new PrivateKey(digit.padStart(64, '0'))

const identity = (ocid: number, id: string, more: Partial<CounterpartIdentity> = {}): CounterpartIdentity => ({
  id,
  ocid,
  name: `Conformance ${id}`,
  key: keyOf(String(ocid)),
  role: id,
  hasWebhook: false,
  capabilities: [],
  ...more,
})

/** Identities for tests; `merchant2` publishes a different key than its own. */
export const identities = {
  merchant: identity(2001, 'merchant', { hasWebhook: true, capabilities: ['orders.create'] }),
  merchant2: identity(2002, 'merchant2', { hasWebhook: true, publishes: keyOf('abc') }),
  partner: identity(3001, 'partner'),
  requester: identity(7001, 'requester', { icon: 'https://requester.example/icon.png' }),
}

/** A counterpart, and a way to send it the same requests in process and over HTTP. */
export type TestCounterpart = { counterpart: Counterpart; fetch(path: string, init?: RequestInit): Promise<Response> }

const options = () => ({
  identities: Object.values(identities),
  registry: { '2001': 'http://counterpart.example/2001/metadata.json' },
  profile: referenceProfile,
})

export const inProcess = async (): Promise<TestCounterpart> => {
  const {
    handlers,
    onTls: _onTls,
    losses: _losses,
    ...counterpart
  } = createCounterpart({ ...options(), publicUrl: 'http://counterpart.example' })
  const fetch = async (path: string, init: RequestInit = {}) => {
    const response = await getResponse(handlers, new Request(`${counterpart.baseUrl}${path}`, init))
    if (!response || response.type === 'error') throw new TypeError('fetch failed')
    return response
  }
  return { counterpart, fetch }
}

export const overHttp = async (
  publicUrl?: string,
): Promise<TestCounterpart & { counterpart: ListeningCounterpart; port: number }> => {
  const listen = { host: '127.0.0.1', port: 0 }
  const counterpart = await startCounterpart({
    ...options(),
    listen,
    ...(publicUrl !== undefined && { publicUrl }),
  })
  const fetch = (path: string, init: RequestInit = {}) =>
    globalThis.fetch(`${counterpart.baseUrl}${path}`, { redirect: 'manual', ...init })
  return { counterpart, fetch, port: Number(new URL(counterpart.address).port) }
}

/** Sends bytes (of a string in Latin-1) unchanged and resolves with everything received until the connection ends. */
export const sendRaw = (port: number, bytes: string | Buffer): Promise<string> =>
  new Promise(resolve => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })

/** A notification as a gateway sends it. */
export const proofOf = (reference: string, txid: string) => ({
  proof: { txid, issuer: 1001, from: { ocid: 3001, reference: 'a' }, to: { ocid: 2001, reference }, amount: '1.00' },
  signature: '00',
})

export const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
