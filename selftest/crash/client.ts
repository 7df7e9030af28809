import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request/request.ts'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import { keyOf } from './actors.ts'

/** An answer that arrived whole. */
export type Answer = { status: number; text: string; location: string; cookie: string }

/** A signed request as it was sent, to be sent once more. */
export type Sent = { path: string; headers: Record<string, string>; body: string }

/** Talks to a role that may be killed at any moment. */
export type Client = {
  /** Undefined if no whole answer came: what it asked for may have happened or not. */
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

/** Writes a form as a browser sends it. */
export const formOf = (path: string, fields: Record<string, string>, cookie: string): Sent => ({
  path,
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  body: new URLSearchParams(fields).toString(),
})

const cookieIn = (header: string | string[] | undefined): string => String(header ?? '').split(';')[0] ?? ''

/** Opens a client; of several addresses each request draws one. */
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
