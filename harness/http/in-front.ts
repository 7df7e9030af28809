import { blocked } from '../outcome.ts'
import { type HttpResponse, header, mediaType, type Silence } from './response.ts'

/** Pages and texts that servers and firewalls in front of a target send in its place, each with who sends it. */
const pages: readonly [RegExp, string][] = [
  [/<center>(nginx|openresty|tengine)\b/i, 'nginx'],
  [/cloudflare ray id|\/cdn-cgi\/|<center>cloudflare/i, 'Cloudflare'],
  [/^<!DOCTYPE HTML PUBLIC "[^>]*>\s*<html><head>\s*<title>[45]\d\d /i, 'Apache'],
  [/^<html><body><h1>[45]\d\d [^<]*<\/h1>\s[^<]*<\/body><\/html>\s*$/i, 'HAProxy'],
  [/<body>\s*<center><h1>[45]\d\d [^<]*<\/h1><\/center>\s*<\/body>/i, 'a load balancer'],
  [/generated [^<]{0,80}by [^<]{0,80}\(squid|ERR_ACCESS_DENIED/i, 'Squid'],
  [/the requested url was rejected\. please consult with your administrator/i, 'a firewall'],
  [/incapsula incident id|_incapsula_resource/i, 'Imperva'],
  [/<h1>access denied<\/h1>[\s\S]*reference(&#32;|\s)(&#35;|#)/i, 'Akamai'],
  [/microsoft-azure-application-gateway/i, 'Azure'],
  [/^(upstream connect error or disconnect|no healthy upstream|rbac: access denied)/i, 'Envoy'],
]

/** Headers that a service or its framework gives to each of its responses, those that refuse included. */
const ownHeaders = ['x-request-id', 'x-powered-by', 'x-correlation-id', 'x-runtime', 'x-trace-id', 'x-amzn-requestid']

/** Marks a response that something in front of the target has sent. `usual`: a response that the target made for certain. */
export const withSender = (response: HttpResponse, usual: HttpResponse | undefined): HttpResponse => {
  const inFront = inFrontOf(response, usual)
  if (inFront === undefined) return response
  const kind = silent[response.status]
  if (kind === undefined) return { ...response, inFront }
  return {
    ...response,
    silence: { kind, message: `${inFront} in front of the target answers ${response.status} in its place` },
  }
}

/** By these a server in front says that the target has not answered it: it is down, or it closed the connection, or took too long. */
const silent: Readonly<Record<number, Silence['kind']>> = { 502: 'broken', 504: 'timeout' }

/**
 * Returns who answered in place of the target, such as a firewall that refused the request by itself, or a proxy that puts a page of its own
 * in place of each error; `undefined` for a response of the target.
 */
const inFrontOf = (response: HttpResponse, usual: HttpResponse | undefined): string | undefined => {
  const { status, json, text = '', silence } = response
  if (silence || status < 400 || json !== undefined || !/^text\//.test(mediaType(response))) return undefined
  const known = pages.find(([pattern]) => pattern.test(text.slice(0, 8_192)))?.[1]
  return known ?? (lacksOwnHeader(response, usual) ? 'another server' : undefined)
}

const lacksOwnHeader = (response: HttpResponse, usual: HttpResponse | undefined): boolean =>
  usual?.json !== undefined &&
  usual.status === 200 &&
  response.text !== '' &&
  ownHeaders.some(name => header(usual, name) !== undefined && header(response, name) === undefined)

/** Says that something in front of the target answered, and what to do. */
export const inFrontText = (what: string, { status, inFront }: Pick<HttpResponse, 'status' | 'inFront'>): string =>
  `${inFront} in front of the target answered ${what} with a page of its own (${status}). Let it pass on the requests of the harness, and the target's own errors`

/** Returns the response of the target; blocks the check if something in front of it has answered, which may refuse what the target takes. */
export const unlessInFront = (response: HttpResponse, what: string): HttpResponse =>
  response.inFront === undefined ? response : blocked(inFrontText(what, response))
