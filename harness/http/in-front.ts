import { memberOf } from '../../protocol/json/json.ts'
import { Blocked, Unanswered } from '../outcome.ts'
import { type HttpResponse, header, mediaType } from './response.ts'
import { saysWhatIsWrong } from './throttled-time.ts'

/** Pages and texts that servers and firewalls in front of a target send in its place, each with who sends it. */
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

/** Headers that a service or its framework gives to each of its responses, those that refuse included. */
const ownHeaders = ['x-request-id', 'x-powered-by', 'x-correlation-id', 'x-runtime', 'x-trace-id', 'x-amzn-requestid']

/** Marks a response that something in front of the target has sent. `usual`: a response that the target made for certain. */
export const withSender = (response: HttpResponse, usual: HttpResponse | undefined): HttpResponse => {
  const inFront = inFrontOf(response, usual)
  return inFront === undefined ? response : { ...response, inFront }
}

/**
 * Returns who answered instead of the target, such as a firewall that refused the request by itself, or a proxy that puts a page of its own
 * instead of each error; `undefined` for a response of the target.
 */
const inFrontOf = (response: HttpResponse, usual: HttpResponse | undefined): string | undefined => {
  const { status, json, text = '', silence } = response
  if (silence || status < 400) return undefined
  const isPage = json === undefined && /^text\//.test(mediaType(response))
  const known = isPage ? pages.find(([pattern]) => pattern.test(text.slice(0, 8_192)))?.[1] : undefined
  const isOfAnother = (isPage && lacksOwnHeader(response, usual)) || isUnanswered(response)
  return known ?? (isOfAnother ? 'another server' : undefined)
}

/**
 * By these a server in front says that the target has not answered it: it is down, or closed the connection, or took too long (502, 504), or
 * did not get the request (408, 425). The target itself would say what is wrong.
 */
const unanswered: readonly number[] = [408, 425, 502, 504]

/** Returns whether a server in front has this status for a target that did not answer it: also those that are of no standard, such as 499 and 520. */
export const isOfServerInFront = (status: number): boolean =>
  unanswered.includes(status) || status === 460 || status === 499 || status > 511

const isUnanswered = (response: HttpResponse): boolean =>
  isOfServerInFront(response.status) && !saysWhatIsWrong(response)

/** By any other status of a server error the target itself fails, and its framework may leave out its headers. */
const mayBeInFront = (status: number): boolean => status < 500 || [502, 503, 504].includes(status)

const lacksOwnHeader = (response: HttpResponse, usual: HttpResponse | undefined): boolean =>
  mayBeInFront(response.status) &&
  mediaType(response) === 'text/html' &&
  usual?.json !== undefined &&
  usual.status === 200 &&
  response.text !== '' &&
  ownHeaders.some(name => header(usual, name) !== undefined && header(response, name) === undefined)

/** Who answers NONCE_REUSED to a correct request whose nonce is new: the target, to the copy of something in front that sends requests twice. */
const repeater = 'a server that sends requests again'

/** Marks the response to a correct request with a new nonce if the target has seen that nonce: another response was the one to the request. */
export const unlessRepeated = (response: HttpResponse): HttpResponse =>
  memberOf(memberOf(response.json, 'error'), 'code') === 'NONCE_REUSED' && !response.silence
    ? { ...response, inFront: repeater }
    : response

/** Says that something in front of the target answered, and what to do. */
export const inFrontText = (what: string, { status, inFront }: Pick<HttpResponse, 'status' | 'inFront'>): string =>
  `${inFront} in front of the target answered ${what} with a page of its own (${status}). Let it pass on the requests of the harness, and the target's own errors`

/** Says that something in front of the target has sent a request again. */
export const repeatedText =
  'NONCE_REUSED is the answer to a nonce that the harness sent once. Let what is in front of the target send each request once'

/** Returns what stands in the way of a check at a response that something in front of the target has sent; `what` names the request. */
export const obstacleIn = (what: string, response: HttpResponse, isControl = false): Blocked | undefined => {
  const { inFront, status } = response
  if (inFront === undefined) return undefined
  if (inFront === repeater) return new Unanswered(what, repeatedText, isControl)
  if (!isOfServerInFront(status)) return new Blocked(inFrontText(what, response))
  return new Unanswered(what, `${inFront} in front of the target answers ${status} in its place`, isControl)
}

/** Returns the response of the target; blocks the check if something in front of it has answered, which may refuse what the target takes. */
export const unlessInFront = (response: HttpResponse, what: string, isControl = false): HttpResponse => {
  const obstacle = obstacleIn(what, response, isControl)
  if (obstacle) throw obstacle
  return response
}
