import { isProxyStatus } from '../../harness/http/in-front.ts'
import { type HttpResponse, header } from '../../harness/http/response.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { problem } from './finding.ts'

/** The reason to stop the run before anything is judged: a server in front answers every request instead of the target. */
type Gate = { finding: PreflightFinding; stop: 2 | 3 }

/**
 * Finds out whether something in front of the target answers every request in the same way: with a redirect to another origin, a demand for
 * a password, or a page. If the two responses differ, at least one comes from the target, and the clauses judge it.
 */
export const gateBefore = (metadata: HttpResponse, operation: HttpResponse): Gate | undefined => {
  const isSame = !metadata.silence && !operation.silence && metadata.status === operation.status
  if (!isSame || metadata.json !== undefined || operation.json !== undefined) return undefined
  return redirectGate(metadata, operation) ?? passwordGate(metadata) ?? plainGate(metadata) ?? pageGate(metadata)
}

const stopped = (message: string, remedy: string, stop: 2 | 3 = 2): Gate => ({
  finding: problem('target', message, remedy),
  stop,
})

const letThrough = 'Let the requests of the harness through for the run, for example by their address or User-Agent.'

const redirectGate = (metadata: HttpResponse, operation: HttpResponse): Gate | undefined => {
  const [to, other] = [locationOf(metadata), locationOf(operation)]
  if (to === undefined || other === undefined || to.origin !== other.origin) return undefined
  const from = new URL(metadata.url).origin
  const base = /^(.*)\/metadata\.json$/.exec(`${to.origin}${to.pathname}`)?.[1]
  if (to.origin !== from && base !== undefined)
    return stopped(
      `All requests to ${from} are redirected to ${to.origin} (${metadata.status}).`,
      `Give ${base} as the base URL.`,
    )
  if (to.pathname !== other.pathname) return undefined
  return stopped(
    `Every request is redirected to ${to.origin}${to.pathname} (${metadata.status}), such as to a login.`,
    letThrough,
  )
}

const locationOf = (response: HttpResponse): URL | undefined => {
  const location = header(response, 'location')
  const isRedirect = response.status >= 300 && response.status <= 399 && location !== undefined
  return isRedirect && URL.canParse(location, response.url) ? new URL(location, response.url) : undefined
}

const passwordGate = (response: HttpResponse): Gate | undefined => {
  const scheme = /^\s*(basic|digest|negotiate|ntlm)\b/i.exec(header(response, 'www-authenticate') ?? '')?.[1]
  if (response.status !== 401 || scheme === undefined) return undefined
  return stopped(
    `A server in front of the target asks for a password, whatever is requested (401, ${scheme}).`,
    letThrough,
  )
}

const plainGate = ({ status, text = '', url }: HttpResponse): Gate | undefined => {
  if (status !== 400 || !/\b(https|ssl)\b/i.test(text)) return undefined
  return stopped(`${new URL(url).origin} accepts only TLS.`, 'Give the base URL with https.')
}

/** A page that refuses the request, or reports that the target cannot be reached. Unknown paths are judged elsewhere. */
const pageGate = ({ status, text = '', url }: HttpResponse): Gate | undefined => {
  const { origin } = new URL(url)
  const title = /<title>([^<]{1,80})/i.exec(text)?.[1]?.trim()
  const page = `a page (${title ?? status})`
  if (status === 403)
    return stopped(
      `${origin} refuses every request with ${page}: something in front of the target blocks the harness.`,
      letThrough,
    )
  if (status !== 503 && !isProxyStatus(status)) return undefined
  return stopped(
    `${origin} answers every request with ${page}: the target behind it does not answer.`,
    'Start the target, and check the log of the server in front of it.',
    3,
  )
}
