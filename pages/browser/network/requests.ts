import type { HttpRequest } from '../../../harness/http/http-request.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { Submission } from '../../../harness/submission.ts'
import { isObject, type JsonObject, jsonIn } from '../../../protocol/json/json.ts'
import { bodyOf, urlencoded } from '../../document/submission.ts'
import { fetchMetadataOf } from '../../visit/navigation-headers.ts'
import { headerOf, protocolText } from './header-text.ts'

/** A request of a page in the browser's protocol. */
export type PausedRequest = {
  requestId: string
  frameId: string
  resourceType: string
  redirectedRequestId?: string
  request: {
    url: string
    method: string
    headers: Record<string, string>
    postData?: string
    postDataEntries?: { bytes?: string }[]
  }
}

const bytesOf = ({ request: { postData, postDataEntries } }: PausedRequest): Uint8Array | undefined => {
  if (postDataEntries?.some(({ bytes }) => bytes !== undefined))
    return Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')))
  return postData === undefined ? undefined : Buffer.from(postData)
}

/** Maximum size of a script, style sheet or picture, in bytes. */
const mostBytes = 8 * 1_048_576

/** Headers that the client sets itself. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'accept-encoding'])

/** Returns the request that the harness sends; `from`: the address of the requesting document, absent if it was typed in. */
export const outgoingOf = (paused: PausedRequest, from: string | undefined): HttpRequest => {
  const { url, method, headers } = paused.request
  const { origin, pathname, search } = new URL(url)
  const body = bytesOf(paused)
  const given = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), headerOf(value)])
    .filter(([name]) => !ownHeaders.has(name) && !name.startsWith('sec-ch-'))
  return {
    method,
    origin,
    path: pathname + search,
    headers: [...given, ['accept-language', 'en'], ...fetchMetadataOf(paused.resourceType, from, url)],
    ...(body === undefined ? {} : { body }),
    maxBytes: mostBytes,
  }
}

/** Headers that no longer apply once the body is decoded. */
const transferHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])

/** Returns a response in the browser's protocol; `status` replaces the original status. */
export const fulfilmentOf = (requestId: string, response: HttpResponse, status = response.status) => ({
  requestId,
  responseCode: status,
  responseHeaders: response.headers
    .filter(([name]) => !transferHeaders.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value: protocolText(value) })),
  body: Buffer.from(response.bytes).toString('base64'),
})

/** Returns the fields in the body of a request: those of a form, or the members of a JSON object. */
export const submissionOf = async (paused: PausedRequest): Promise<Submission> => {
  const { url, method, headers } = paused.request
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const body = Buffer.from(bytesOf(paused) ?? []).toString('utf8')
  const enctype = encodings.find(encoding => type.toLowerCase().startsWith(encoding)) ?? urlencoded
  const isPost = method !== 'GET'
  return { method: isPost ? 'POST' : 'GET', url, fields: isPost ? await fieldsOf(body, enctype, type) : [], enctype }
}

const encodings = [urlencoded, 'multipart/form-data', 'application/json'] as const

const fieldsOf = async (body: string, enctype: Submission['enctype'], type: string): Promise<[string, string][]> => {
  if (enctype === urlencoded) return [...new URLSearchParams(body)]
  if (enctype === 'application/json') return membersOf(body)
  const data = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => new FormData())
  return [...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const membersOf = (body: string): [string, string][] => {
  const value = jsonIn(body)
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, textOf(item)]),
  )
}

/** Returns the request with its submission replaced; blocks the check if that is not in UTF-8. */
export const withSubmission = async (request: HttpRequest, submission: Submission): Promise<HttpRequest> => {
  if (submission.fields.flat().some(text => text.includes('\ufffd')))
    blocked('the page does not send its fields in UTF-8')
  const { origin, pathname, search } = new URL(submission.url)
  if (submission.method === 'GET') {
    const query = new URLSearchParams(
      submission.fields.map(([name, value]): [string, string] => [name, value]),
    ).toString()
    const { body: _body, ...rest } = request
    const headers = request.headers.filter(([name]) => !['content-type', 'origin'].includes(name))
    return { ...rest, headers, method: 'GET', origin, path: `${pathname}${query === '' ? search : `?${query}`}` }
  }
  const encoded =
    submission.enctype === 'application/json'
      ? { body: jsonLike(request.body, submission), contentType: submission.enctype }
      : await bodyOf(submission)
  const headers = request.headers.filter(([name]) => name !== 'content-type')
  return {
    ...request,
    method: request.method === 'GET' ? 'POST' : request.method,
    origin,
    path: pathname + search,
    headers: [...headers, ['content-type', encoded?.contentType ?? submission.enctype]],
    body: encoded?.body ?? '',
  }
}

/** Returns the JSON object in a body; blocks the check if the page sends something else. */
const objectIn = (body: HttpRequest['body']): JsonObject => {
  const value = jsonIn(Buffer.from(body ?? '{}').toString('utf8'))
  return isObject(value)
    ? value
    : blocked('the page sends application/json that is not a JSON object, so it cannot be changed')
}

/** Returns the fields as a JSON object; members that were lists in the original stay lists. */
const jsonLike = (original: HttpRequest['body'], { fields }: Submission): string => {
  const before = objectIn(original)
  const names = [...new Set(fields.map(([name]) => name))]
  const members = names.map(name => {
    const values = fields.filter(field => field[0] === name).map(([, value]) => valueLike(before[name], value))
    return [name, Array.isArray(before[name]) || values.length > 1 ? values : values[0]]
  })
  return JSON.stringify(Object.fromEntries(members))
}

/** Converts a string to the type that the member had. */
const valueLike = (before: unknown, text: string): unknown => {
  const isText = before === undefined || typeof before === 'string' || Array.isArray(before)
  return isText ? text : (jsonIn(text) ?? text)
}
