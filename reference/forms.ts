import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Ports, randomHex } from './ports.ts'

/** The browser's half of the anti-forgery pair; the form carries the other. */
export const cookieName = 'oc_page'

const cookieForm = new RegExp(`(?:^|;\\s*)${cookieName}=([0-9a-f]{32})(?:;|$)`)

const cookieOf = ({ headers }: FastifyRequest): string | undefined => cookieForm.exec(headers.cookie ?? '')?.[1]

/** The token of a form: it belongs to one page (its path) and one browser (its cookie). */
const tokenOf = (secret: Uint8Array, path: string, cookie: string): string =>
  createHmac('sha256', secret).update(`${path}\n${cookie}`).digest('hex')

/** What a form needs on its way out: the token for it, and the cookie to set. */
export const openForm = (
  request: FastifyRequest,
  secret: Uint8Array,
  { path, isSecure, ports }: { path: string; isSecure: boolean; ports: Ports },
): { token: string; cookie: string } => {
  const value = cookieOf(request) ?? randomHex(ports, 16)
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { token: tokenOf(secret, path, value), cookie: `${cookieName}=${value}; ${attributes}` }
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined)

// Under no-referrer a browser sends `Origin: null` from our own page too, so null says nothing.
const isSameSite = ({ headers }: FastifyRequest, endpoint: string): boolean => {
  const { origin = 'null', host = '' } = headers
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  const isOwn = origin === 'null' || [host, hostOf(endpoint)].includes(hostOf(origin))
  return isOwn && (site === 'same-origin' || site === 'none')
}

/** Whether a submission comes from the page at `path`, in the browser that it was sent to. */
export const isFromPage = (
  request: FastifyRequest,
  secret: Uint8Array,
  { path, token, endpoint }: { path: string; token: string; endpoint: string },
): boolean => {
  const cookie = cookieOf(request)
  return cookie !== undefined && isSameSite(request, endpoint) && isEqual(token, tokenOf(secret, path, cookie))
}
