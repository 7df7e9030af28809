import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request/request.ts'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import { keyOf } from './actors.ts'

/** A response that was received completely. */
export type Answer = { status: number; text: string; location: string; cookie: string }

/** A signed request as it was sent, to be replayed. */
export type Sent = { path: string; headers: Record<string, string>; body: string }

/** A client of a role that may be killed at any moment. */
export type Client = {
  /** Undefined without a complete response: the request may have taken effect or not. */
  send: (sent: Sent, method?: 'GET' | 'POST') => Promise<Answer | undefined>
  get: (path: string, cookie?: string) => Promise<Answer | undefined>
  close: () => Promise<void>
}

/** Signs a request with a new nonce. */
export const signed = (ocid: number, path: string, message: object): Sent => {
  const body = JSON.stringify(message)
  const timestamp = String(unixSeconds())
  const parts = { method: 'POST', path, ocid: String(ocid), timestamp, nonce: randomUUID(), body }
  const headers = { 'content-type': 'application/json', ...signRequest(parts, keyOf(ocid), referenceProfile) }
  return { path, headers, body }
}

/** Encodes a form as a browser does. */
export const formOf = (path: string, fields: Record<string, string>, cookie: string): Sent => ({
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  body: new URLSearchParams(fields).toString(),
})

const cookieIn = (header: string | string[] | undefined): string => String(header ?? '').split(';')[0] ?? ''

/** Opens a client; each request goes to one of the addresses at random. */
export const openClient = (baseUrls: string | readonly string[], connections: number): Client => {
  const draw = (): string => [baseUrls].flat()[Math.floor(Math.random() * [baseUrls].flat().length)] ?? ''
  const dispatcher = new Agent({ connections })
  const send: Client['send'] = async ({ path, headers, body }, method = 'POST') => {
    try {
      const response = await request(`${draw()}${path}`, {
        dispatcher,
        method,
        headers,
        ...(method === 'POST' ? { body } : {}),
      })
      const text = await response.body.text()
      const { location, 'set-cookie': cookie } = response.headers
      return { status: response.statusCode, text, location: String(location ?? ''), cookie: cookieIn(cookie) }
    } catch {
      return undefined
    }
  }
  const get: Client['get'] = (path, cookie = '') => send({ path, headers: { cookie }, body: '' }, 'GET')
  return { send, get, close: () => dispatcher.destroy() }
}
