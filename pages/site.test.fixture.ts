import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach } from 'vitest'
import { createHttpClient } from '../harness/http/http-client.ts'
import type { Leads } from '../harness/http/leads.ts'
import { PendingResponse } from '../harness/http/pending-response.ts'
import { type Target, unlessStopped } from '../harness/http/target.ts'

export type SiteRequest = {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  /** The body as it was sent. */
  body: string
}

/** `to`: the address of a 303 redirect. */
export type SiteReply = { status?: number; to?: string; html?: string; headers?: Record<string, string> }

/** A function that serves the pages of a target. */
export type Site = (request: SiteRequest) => SiteReply

/** A served site: its base address, the requests received, and the `send` of a target. */
export type ServedSite = { base: string; requests: SiteRequest[]; send: Target['send'] }

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/**
 * Serves a site over HTTP until the test ends; requests go through the HTTP client of a run. `leadsOf`: decides where the site may lead.
 */
export const serveSite = async (site: Site, leadsOf?: (base: string) => Leads): Promise<ServedSite> => {
  const requests: SiteRequest[] = []
  const server: FastifyInstance = Fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.all('/*', async ({ method, url, headers, body }, reply) => {
    const request = { method, url, headers, body: String(body ?? '') }
    requests.push(request)
    const { status = 200, to, html = '', headers: more = {} } = site(request)
    reply.code(to ? 303 : status).headers({ 'content-type': 'text/html', ...more, ...(to ? { location: to } : {}) })
    return reply.send(html)
  })
  const base = await server.listen({ host: '127.0.0.1', port: 0 })
  const leads = leadsOf ? { leads: leadsOf(base) } : {}
  const http = createHttpClient({ evidence: { write: () => undefined }, timeoutMs: 2_000, concurrency: 4, ...leads })
  closers.push(
    () => server.close(),
    () => http.close(),
  )
  const sender = { check: 'test', signal: new AbortController().signal }
  return {
    base,
    requests,
    send: request =>
      new PendingResponse({ attempt: async () => unlessStopped(await http.send(request, sender)), what: request.path }),
  }
}
