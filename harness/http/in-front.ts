import { memberOf } from '../../protocol/json/json.ts'
import { Blocked, Unanswered } from '../outcome.ts'
import { type HttpResponse, header, mediaType } from './response.ts'
import { saysWhatIsWrong } from './throttled-time.ts'

/** Pages and texts that proxies and firewalls in front of a target send instead of its response, each with its sender. */
const pages: readonly [RegExp, string][] = [
  [/<center>(nginx|openresty|tengine)\b/i, 'nginx'],
  [/cloudflare ray id|\/cdn-cgi\/|<center>cloudflare/i, 'Cloudflare'],
  [/^<!DOCTYPE HTML PUBLIC "[^>]*>\s*<html><head>\s*<title>[45]\d\d /i, 'Apache'],
  [
    /^<html><body><h1>[45]\d\d [^<]*<\/h1>\s(Request forbidden by admin|You have sent too many|You need a valid|Your browser|The |No server is)/,
    'HAProxy',
  ],
  [/<body>\s*<center><h1>[45]\d\d [^<]*<\/h1><\/center>\s*<\/body>/i, 'a load balancer'],
  [/generated [^<]{0,80}by [^<]{0,80}\(squid|ERR_ACCESS_DENIED/i, 'Squid'],
  [/the requested url was rejected\. please consult with your administrator/i, 'a firewall'],
  [/incapsula incident id|_incapsula_resource/i, 'Imperva'],
  [/<h1>access denied<\/h1>[\s\S]*reference(&#32;|\s)(&#35;|#)/i, 'Akamai'],
  [/microsoft-azure-application-gateway/i, 'Azure'],
  [/^(upstream connect error or disconnect|no healthy upstream|rbac: access denied)/i, 'Envoy'],
]

/** Headers that a service or its framework adds to every response, refusals included. */
const ownHeaders = ['x-request-id', 'x-powered-by', 'x-correlation-id', 'x-runtime', 'x-trace-id', 'x-amzn-requestid']

/** Marks a response sent by something in front of the target. `usual`: a response that is known to come from the target. */
export const withSender = (response: HttpResponse, usual: HttpResponse | undefined): HttpResponse => {
  const inFront = inFrontOf(response, usual)
  return inFront === undefined ? response : { ...response, inFront }
}

/**
 * Returns who answered instead of the target, such as a firewall that blocked the request, or a proxy that replaces errors with its own
 * pages; `undefined` for a response of the target.
 */
const inFrontOf = (response: HttpResponse, usual: HttpResponse | undefined): string | undefined => {
  const { status, json, text = '', silence } = response
  if (silence || status < 400) return undefined
  const isPage = json === undefined && /^text\//.test(mediaType(response))
  const known = isPage ? pages.find(([pattern]) => pattern.test(text.slice(0, 8_192)))?.[1] : undefined
  if (isOfApiGateway(response)) return 'AWS API Gateway'
  const isOfAnother = (isPage && lacksOwnHeader(response, usual)) || isUnanswered(response)
  return known ?? (isOfAnother ? 'another server' : undefined)
}

/** API Gateway adds this header to what it answers itself, and to what its firewall refuses. */
const isOfApiGateway = (response: HttpResponse): boolean =>
  header(response, 'x-amzn-errortype') !== undefined && !saysWhatIsWrong(response)

/**
 * Statuses with which a proxy reports that the target is down, closed the connection or took too long (502, 504), or that the request did
 * not reach it (408, 425). The target itself would give an error code.
 */
const unanswered: readonly number[] = [408, 425, 502, 504]

/** Returns whether a proxy sends this status when the target does not answer, non-standard ones such as 499 and 520 included. */
export const isProxyStatus = (status: number): boolean =>
  unanswered.includes(status) || status === 460 || status === 499 || status > 511

const isUnanswered = (response: HttpResponse): boolean => isProxyStatus(response.status) && !saysWhatIsWrong(response)

/** Any other 5xx comes from the target itself, whose framework may then omit its headers. */
const mayBeInFront = (status: number): boolean => status < 500 || [502, 503, 504].includes(status)

const lacksOwnHeader = (response: HttpResponse, usual: HttpResponse | undefined): boolean =>
  mayBeInFront(response.status) &&
  mediaType(response) === 'text/html' &&
  usual?.json !== undefined &&
  usual.status === 200 &&
  response.text !== '' &&
  ownHeaders.some(name => header(usual, name) !== undefined && header(response, name) === undefined)

/** The cause of NONCE_REUSED for a fresh nonce: something in front of the target sends requests twice. */
const repeater = 'a server that sends requests again'

/** Marks the response to a correct request if the target has already seen its fresh nonce: the real response was lost on the way. */
export const unlessRepeated = (response: HttpResponse): HttpResponse =>
  memberOf(memberOf(response.json, 'error'), 'code') === 'NONCE_REUSED' && !response.silence
    ? { ...response, inFront: repeater }
    : response

/** Returns the message that something in front of the target answered, with the remedy. */
export const inFrontText = (what: string, { status, inFront }: Pick<HttpResponse, 'status' | 'inFront'>): string =>
  `${inFront} in front of the target answered ${what} with its own page (${status}). Configure it to forward the harness's requests and the target's errors`

/** Returns the message that something in front of the target has repeated a request. */
export const repeatedText =
  'the response to a nonce that the harness sent once is NONCE_REUSED. Configure the server in front of the target to send each request once'

/** Returns the obstacle if something in front of the target sent this response; `what`: the name of the request. */
export const obstacleIn = (what: string, response: HttpResponse, isControl = false): Blocked | undefined => {
  const { inFront, status } = response
  if (inFront === undefined) return undefined
  if (inFront === repeater) return new Unanswered(what, repeatedText, isControl)
  if (!isProxyStatus(status)) return new Blocked(inFrontText(what, response))
  return new Unanswered(what, `${inFront} in front of the target answers ${status} instead`, isControl)
}

/** Returns the target's response; blocks the check if something in front answered, since it may refuse requests that the target accepts. */
export const unlessInFront = (response: HttpResponse, what: string, isControl = false): HttpResponse => {
  const obstacle = obstacleIn(what, response, isControl)
  if (obstacle) throw obstacle
  return response
}
