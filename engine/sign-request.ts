import { randomUUID } from 'node:crypto'
import { operations } from '../protocol/operations.ts'
import { type Profile, referenceProfile } from '../protocol/profile.ts'
import { type RequestParts, signRequest } from '../protocol/request/request.ts'
import { nowMs } from '../protocol/time.ts'
import { identityPlans } from './provisioning/identities.ts'
import type { Identity, RunSettings } from './settings/settings.ts'
import { UsageError } from './settings/usage-error.ts'

/** A parsed request: its path is as on the request line, and its body is bytes. */
export type WrittenRequest = Pick<RequestParts, 'method' | 'path'> & { body: Uint8Array }

/** Maximum size of the request line and headers together, in bytes. */
const longestHead = 65_536

/**
 * Reads a request in the form of an HTTP message: `POST /path HTTP/1.1`, any headers, an empty line, the body. Lines end with LF or CRLF.
 * The address may be absolute or start with the path; everything after the empty line is the body. UsageError for anything else.
 */
export const readRequest = (message: Uint8Array): WrittenRequest => {
  const start = Buffer.from(message.buffer, message.byteOffset, Math.min(message.length, longestHead)).toString(
    'latin1',
  )
  const end = /\r?\n\r?\n/.exec(start)
  if (end === null && message.length > longestHead) throw noRequest('has no empty line in its first 64 KiB')
  const head = end === null ? start : start.slice(0, end.index)
  const [first = '', ...headers] = Buffer.from(head, 'latin1').toString('utf8').trimEnd().split(/\r?\n/)
  const [, method, target] = /^([^\s]+) (.+?)(?: HTTP\/\d(?:\.\d)?)?$/.exec(first) ?? []
  if (method === undefined || target === undefined) throw noRequest('does not begin with a method and an address')
  if (!headers.every(header => /^[^\s:]+:/.test(header)))
    throw noRequest('has a header that is not written Name: value')
  const path = target.replace(/^https?:\/\/[^/?#]+/i, '').split('#', 1)[0] ?? ''
  if (path !== '' && !/^[/?]/.test(path)) throw noRequest('has an address that is neither a URL nor a path')
  const body = end === null ? new Uint8Array() : message.subarray(end.index + end[0].length)
  return { method, path: path.startsWith('/') ? path : `/${path}`, body }
}

const noRequest = (fault: string): UsageError =>
  new UsageError(
    `standard input ${fault}.`,
    'Write it as an HTTP message: POST /path HTTP/1.1, headers, an empty line, the body.',
  )

/** The values that a signature needs besides the request; values that are not given are fresh. */
export type SigningValues = { ocid?: string; timestamp?: string; nonce?: string }

/** Returns the four headers of a request that an identity of the settings signs, in the dialect of its target. */
export const signedHeaders = (
  { target, profile }: Pick<RunSettings, 'target' | 'profile'>,
  { ocid, key }: Identity,
  { request, values }: { request: WrittenRequest; values: SigningValues },
): [name: string, value: string][] => {
  const parts: RequestParts = {
    ...request,
    base: basePath(request.path, target?.baseUrl),
    ocid: values.ocid ?? String(ocid),
    timestamp: timestampOf(values.timestamp),
    nonce: values.nonce ?? randomUUID(),
  }
  return Object.entries(signRequest(parts, key, dialectOf(profile)))
}

/** A target without its own profile is assumed to sign as the reference does. */
const dialectOf = (profile: RunSettings['profile']): Profile =>
  typeof profile === 'object' ? profile : referenceProfile

/** Returns the path of the base address: the part before the path of an operation, else the one of the config. */
const basePath = (path: string, baseUrl: string | undefined): string => {
  const pathname = path.split('?', 1)[0] ?? ''
  const operation = Object.values(operations).find(known => pathname.endsWith(known.path))
  if (operation) return pathname.slice(0, -operation.path.length)
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '')
}

/** Resolves `now`, `now-600` and `now+600` with this machine's clock; any other text is used unchanged. */
const timestampOf = (text = 'now'): string => {
  const [isNow, offset = '0'] = /^now([+-]\d{1,12})?$/.exec(text) ?? []
  return isNow === undefined ? text : String(Math.floor(nowMs() / 1000) + Number(offset))
}

/** Returns the identity that signs. UsageError for an unknown name, or if none is named and the config has several. */
export const signerIn = (identities: Readonly<Record<string, Identity>>, name: string | undefined): Identity => {
  const names = Object.keys(identities).filter(id => !identityPlans.kyc[id]?.isPerson)
  const [only, another] = names
  const id = name ?? (another === undefined ? only : undefined)
  const found = id !== undefined && names.includes(id) ? identities[id] : undefined
  if (found) return found
  const fault = name === undefined ? 'no identity is named.' : 'the config has no identity of this name that signs.'
  throw new UsageError(fault, `Give one with --identity: ${names.join(', ')}.`)
}
