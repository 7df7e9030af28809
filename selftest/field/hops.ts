import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type FieldRequest, type FieldResponse, type Hop, headerOf, mapHeaders } from './proxy.ts'

/** Delays every request by a uniformly random number of milliseconds in this range, half of it in each direction. */
export const distance =
  (fromMs: number, toMs = fromMs): Hop =>
  async (request, next) => {
    const half = () => (fromMs + Math.random() * (toMs - fromMs)) / 2
    await pause(half())
    const passage = await next(request)
    await pause(half())
    return passage
  }

/** Loses every nth response: the target acts on the request, and the connection is reset. */
export const resetsEvery = (nth: number): Hop => {
  let count = 0
  return async (request, next) => {
    count += 1
    const isLost = count % nth === 0
    const passage = await next(request)
    return isLost ? 'reset' : passage
  }
}

/** Every nth request hangs: it never arrives, and gets no response. */
export const hangsEvery = (nth: number): Hop => {
  let count = 0
  return async (request, next) => {
    count += 1
    return count % nth === 0 ? 'hang' : next(request)
  }
}

const refusal = (status: number, type: string, text: string, headers: readonly string[] = []): FieldResponse => ({
  status,
  rawHeaders: ['Content-Type', type, 'Date', new Date().toUTCString(), ...headers],
  body: Buffer.from(text),
})

/** Lets `most` requests through in each window; the rest get 429 with the seconds until the window ends. */
export const limited = (most: number, windowMs: number): Hop => {
  let began = Date.now()
  let count = 0
  return async (request, next) => {
    const now = Date.now()
    if (now - began >= windowMs) {
      began = now
      count = 0
    }
    count += 1
    if (count <= most) return next(request)
    const seconds = Math.max(1, Math.ceil((began + windowMs - now) / 1000))
    return refusal(429, 'application/json', '{"message":"Too Many Requests"}', ['Retry-After', String(seconds)])
  }
}

const nginxPage = `<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`

/** nginx's leaky bucket: a number of requests per second and a burst of as many; the rest get its 503 page. */
export const leakyBucket = (perSecond: number): Hop => {
  let level = 0
  let last = Date.now()
  return async (request, next) => {
    const now = Date.now()
    level = Math.max(0, level - ((now - last) / 1000) * perSecond)
    last = now
    if (level + 1 > perSecond) return refusal(503, 'text/html', nginxPage, ['Server', 'nginx'])
    level += 1
    return next(request)
  }
}

const badGateway = nginxPage.replaceAll('503 Service Temporarily Unavailable', '502 Bad Gateway')

/** The target restarts once per period: for the last `ms` of it nginx answers instead. */
export const restartsEvery = (periodMs: number, ms: number): Hop => {
  const began = Date.now()
  return async (request, next) => {
    const isDown = (Date.now() - began) % periodMs >= periodMs - ms
    return isDown ? refusal(502, 'text/html', badGateway, ['Server', 'nginx']) : next(request)
  }
}

const forbidden = '<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>'

/** An application firewall: requests without a User-Agent, or that look like an attack, get 403 in HTML. */
export const firewall: Hop = async (request, next) => {
  const isAnonymous = !headerOf(request, 'user-agent')
  const isSuspect = /<script|__proto__/i.test(decodeURIComponentSafely(request.path) + request.body.toString('utf8'))
  return isAnonymous || isSuspect ? refusal(403, 'text/html', forbidden) : next(request)
}

const decodeURIComponentSafely = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const recased = (name: string): string => name.toLowerCase().replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())

/** A content delivery network: headers in its own case, gzip where it is accepted, connections closed after 100 requests. */
export const deliveryNetwork = (): Hop => {
  let count = 0
  return async (request, next) => {
    count += 1
    const closes = count % 100 === 0
    const passage = await next({
      ...request,
      rawHeaders: mapHeaders(request.rawHeaders, (name, value) => [recased(name), value]),
    })
    if (passage === 'reset' || passage === 'hang') return passage
    const isZipped =
      passage.body.length > 0 && headerOf(passage, 'content-encoding') === undefined && acceptsGzip(request)
    return {
      ...passage,
      rawHeaders: [
        ...mapHeaders(passage.rawHeaders, (name, value) => [recased(name), value]),
        ...(isZipped ? ['Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding'] : []),
        'Via',
        '1.1 edge',
      ],
      body: isZipped ? gzipSync(passage.body) : passage.body,
      closes,
    }
  }
}

const acceptsGzip = (request: FieldRequest): boolean => /\bgzip\b/.test(headerOf(request, 'accept-encoding') ?? '')

/** One worker process: a request begins when the previous one has its response and the worker's other work is done. */
export const oneWorker = (): { hop: Hop; occupy: (work: Promise<void>) => void } => {
  let free: Promise<unknown> = Promise.resolve()
  return {
    hop: (request, next) => {
      const mine = free.then(() => next(request))
      const until = mine.catch(() => undefined)
      free = Promise.all([free, until])
      return mine
    },
    occupy: work => {
      free = Promise.all([free, work])
    },
  }
}

/** Verify reads from a replica that lags: it learns ids this many milliseconds after a response first named them. */
export const replica = (lagMs: number): Hop => {
  const firstSeen = new Map<string, number>()
  const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
  return async (request, next) => {
    const txid = /\/verify\/([^/?]+)/.exec(request.path)?.[1]
    const since = txid === undefined ? undefined : firstSeen.get(txid)
    const isBehind = since !== undefined && Date.now() - since < lagMs
    if (isBehind)
      return next({ ...request, path: request.path.replace(txid ?? '', '00000000-0000-4000-8000-000000000000') })
    const passage = await next(request)
    if (typeof passage !== 'string' && txid === undefined)
      for (const [id] of passage.body.toString('utf8').matchAll(ids))
        if (!firstSeen.has(id)) firstSeen.set(id, Date.now())
    return passage
  }
}

/** The Date header of another clock. */
export const datedBy =
  (now: () => number): Hop =>
  async (request, next) => {
    const passage = await next(request)
    if (typeof passage === 'string') return passage
    const dated = (name: string, value: string) =>
      name.toLowerCase() === 'date' ? [name, new Date(now()).toUTCString()] : [name, value]
    return { ...passage, rawHeaders: mapHeaders(passage.rawHeaders, dated) }
  }
