import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ports, randomHex } from './ports.ts'

/** The browser's half of the anti-forgery pair; the form carries the other. */
export const cookieName = 'oc_page'

/** The page of a form, and its cookie: a name in letters, digits and `_`, and the path below which it is sent. */
export type FormPlace = { path: string; cookie: { name: string; path: string } }

const cookieOf = ({ headers }: FastifyRequest, { cookie: { name } }: FormPlace): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([0-9a-f]{32})(?:;|$)`).exec(`${headers.cookie}`)?.[1]

/**
 * The token of a form: it belongs to one page (its path) and one browser (its cookie), so that what another site sends,
 * which knows neither secret nor cookie, has none. A browser without the cookie has one that no page was ever given.
 */
const tokenOf = (secret: Uint8Array, { path }: FormPlace, cookie: string | undefined): string =>
  createHmac('sha256', secret).update(`${path}\n${cookie}`).digest('hex')

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

const secureMark = (endpoint: string): string => (endpoint.startsWith('https:') ? '; Secure' : '')

/** What a form needs on its way out: the token for it, and the cookie to set, which lives longer than any page of ours. */
export const openForm = (
  request: FastifyRequest,
  secret: Uint8Array,
  { endpoint, ports, ...place }: FormPlace & { endpoint: string; ports: Ports },
): { token: string; cookie: string } => {
  const value = cookieOf(request, place) ?? randomHex(ports, 16)
  const attributes = `Path=${place.cookie.path}; Max-Age=86400; HttpOnly; SameSite=Lax${secureMark(endpoint)}`
  return { token: tokenOf(secret, place, value), cookie: `${place.cookie.name}=${value}; ${attributes}` }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a submission comes from the page at `path`, in the browser that it was sent to. */
export const isFromPage = (
  request: FastifyRequest,
  secret: Uint8Array,
  { token, ...place }: FormPlace & { token: string | null },
): boolean => timingSafeEqual(digest(`${token}`), digest(tokenOf(secret, place, cookieOf(request, place))))
