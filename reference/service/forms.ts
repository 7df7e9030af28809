import { createHash, timingSafeEqual } from 'node:crypto'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ports, randomHex } from './ports.ts'

/** The name of the cookie that holds the browser's half of the anti-forgery pair; the form carries the other half. */
export const cookieName = 'oc_page'

/** The lifetime of the cookie: longer than that of any page. */
const cookieSeconds = 86_400

/** The page of a form, and its cookie: a name in letters, digits and `_`, and the path below which it is sent. */
export type FormPlace = { path: string; cookie: { name: string; path: string } }

const cookieOf = ({ headers, server }: FastifyRequest, { cookie: { name } }: FormPlace): string | undefined => {
  const value = server.parseCookie(headers.cookie ?? '')[name]
  return value !== undefined && /^[0-9a-f]{32}$/.test(value) ? value : undefined
}

/**
 * Returns the token of a form, which belongs to one page (its path) and one browser (its cookie). Another site knows neither the
 * secret nor the cookie, so it cannot send it. The token of a browser without the cookie is on no page.
 */
const tokenOf = (secret: Uint8Array, { path }: FormPlace, cookie: string | undefined): string =>
  bytesToHex(hmac(sha256, secret, utf8ToBytes(`${path}\n${cookie}`)))

/** Makes a server read forms, up to a size in bytes. */
export const acceptForms = (server: FastifyInstance, limitBytes: number): void => {
  const type = 'application/x-www-form-urlencoded'
  server.addContentTypeParser(type, { parseAs: 'string', bodyLimit: limitBytes }, (_request, text, done) =>
    done(null, new URLSearchParams(String(text))),
  )
}

/** Returns the form in a request; empty if it has no form. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** Returns the protection for the page of a form: the token, and the Set-Cookie header. Clauses: PAGE-10, CONSENT-06. */
export const openForm = (
  request: FastifyRequest,
  secret: Uint8Array,
  { endpoint, ports, ...place }: FormPlace & { endpoint: string; ports: Ports },
): { token: string; cookie: string } => {
  const value = cookieOf(request, place) ?? randomHex(ports, 16)
  const cookie = request.server.serializeCookie(place.cookie.name, value, {
    path: place.cookie.path,
    maxAge: cookieSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: endpoint.startsWith('https:'),
  })
  return { token: tokenOf(secret, place, value), cookie }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns whether a submission was made from its page, in the browser that the page was sent to. Clauses: PAGE-10, CONSENT-06. */
export const isFromPage = (
  request: FastifyRequest,
  secret: Uint8Array,
  { token, ...place }: FormPlace & { token: string | null },
): boolean => timingSafeEqual(digest(`${token}`), digest(tokenOf(secret, place, cookieOf(request, place))))
