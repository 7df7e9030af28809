import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ports, randomHex } from './ports.ts'

/** The browser's half of the anti-forgery pair; the form carries the other. */
export const cookieName = 'oc_page'

const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([0-9a-f]{32})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

/** The token of a form: it belongs to one page (its path) and one browser (its cookie). */
const tokenOf = (secret: Uint8Array, path: string, cookie: string): string =>
  createHmac('sha256', secret).update(`${path}\n${cookie}`).digest('hex')

/**
 * The page of a form; `cookie` where it is not the usual one, which is sent to that page alone: its name in letters, digits
 * and `_`, and for how many seconds it lives.
 */
export type FormPlace = { path: string; cookie?: FormCookie }
type FormCookie = { name: string; path: string; seconds?: number }

const attributesOf = ({ path, seconds }: FormCookie, isSecure: boolean): string =>
  [`Path=${path}`, 'HttpOnly', 'SameSite=Lax', seconds && `Max-Age=${seconds}`, isSecure && 'Secure']
    .filter(Boolean)
    .join('; ')

/** Makes a server read forms, up to a size in bytes. */
export const acceptForms = (server: FastifyInstance, limitBytes: number): void => {
  const type = 'application/x-www-form-urlencoded'
  server.addContentTypeParser(type, { parseAs: 'string', bodyLimit: limitBytes }, (_request, text, done) =>
    done(null, new URLSearchParams(String(text))),
  )
}

/** The form in a request; empty where there is none. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** What a form needs on its way out: the token for it, and the cookie to set. */
export const openForm = (
  request: FastifyRequest,
  secret: Uint8Array,
  { path, cookie = { name: cookieName, path }, isSecure, ports }: FormPlace & { isSecure: boolean; ports: Ports },
): { token: string; cookie: string } => {
  const value = cookieOf(request, cookie.name) ?? randomHex(ports, 16)
  return { token: tokenOf(secret, path, value), cookie: `${cookie.name}=${value}; ${attributesOf(cookie, isSecure)}` }
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
  { path, cookie, token, endpoint }: FormPlace & { token: string; endpoint: string },
): boolean => {
  const value = cookieOf(request, cookie?.name ?? cookieName)
  return value !== undefined && isSameSite(request, endpoint) && isEqual(token, tokenOf(secret, path, value))
}
