import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Send } from '../../reference/service/ports.ts'
import type { Watch } from '../../reference/service/role.ts'
import { type Check, type Exchange, type Message, shorten, shownHeaders } from './exchange.ts'
import type { Journal } from './journal.ts'
import { watchChecks } from './watch-checks.ts'

/** A request that is being answered. */
type Draft = { id: string; at: number; checks: Check[]; search?: () => string | undefined; text?: string | undefined }

/** Addresses that a proxy polls every few seconds; they should not displace the requests of callers. */
const probes = ['/healthz', '/readyz']

/** The largest number of checks that are recorded for one request. */
const mostChecks = 100

/** The largest body, in bytes, that is kept in memory for a later diagnosis of its signature. */
const largestSearched = 16_384

/** Returns a body for display. The token of a form is a secret. */
const textOf = (body: unknown): string | undefined => {
  if (body instanceof Uint8Array) return shorten(Buffer.from(body).toString('utf8'))
  if (!(body instanceof URLSearchParams)) return undefined
  return shorten([...body].map(([name, value]) => `${name}=${name === 'token' ? '(hidden)' : value}`).join('\n'))
}

// Pages hold the token of their form, so only JSON is shown.
const answerOf = (reply: FastifyReply, text: string | undefined): Message => ({
  headers: shownHeaders(reply.getHeaders()),
  text: String(reply.getHeader('content-type')).startsWith('application/json') ? text : undefined,
})

/** Returns why a request was refused: the error in the answer, else the check that refused, else the status; undefined if it was not. */
const refusalIn = (status: number, { text, checks }: Draft): string | undefined => {
  const objection = checks.findLast(check => check.objection !== undefined)?.objection
  return errorIn(text) ?? (status < 400 ? undefined : (objection ?? `status ${status}`))
}

const errorIn = (text: string | undefined): string | undefined => {
  try {
    const { error, status, message } = JSON.parse(text ?? '')
    if (status === 'rejected') return shorten(String(message))
    return error === undefined ? undefined : shorten(`${error.code}: ${error.message}`)
  } catch {
    return undefined
  }
}

const exchangeOf = (request: FastifyRequest, reply: FastifyReply, draft: Draft): Exchange => {
  const { method, originalUrl, headers, body } = request
  const { id, at, checks, text } = draft
  const caller = headers['x-oc-id']
  if (body instanceof Uint8Array && body.length > largestSearched) for (const check of checks) delete check.search
  return {
    id,
    at,
    checks,
    direction: 'in',
    ms: Math.round(reply.elapsedTime),
    method,
    address: shorten(originalUrl),
    caller: caller === undefined ? undefined : shorten(String(caller)),
    during: undefined,
    status: reply.statusCode,
    request: { headers: shownHeaders(headers), text: textOf(body) },
    answer: answerOf(reply, text === undefined ? undefined : shorten(text)),
    refusal: refusalIn(reply.statusCode, draft),
  }
}

/** Records the answers of a server; each carries its request id in X-Request-Id. */
const watchServer = (server: FastifyInstance, journal: Journal, current: AsyncLocalStorage<Draft>): void => {
  const drafts = new WeakMap<FastifyRequest, Draft>()
  server.setGenReqId(() => randomUUID())
  server.addHook('onRequest', (request, _reply, done) => {
    if (!probes.includes(request.routeOptions.url ?? ''))
      drafts.set(request, { id: request.id, at: Date.now(), checks: [] })
    done()
  })
  // Reading a body loses the async context, so it starts after that.
  server.addHook('preValidation', (request, _reply, done) => {
    const draft = drafts.get(request)
    if (draft === undefined) return done()
    current.run(draft, done)
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const draft = drafts.get(request)
    if (draft !== undefined) draft.text = typeof payload === 'string' ? payload : ''
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const draft = drafts.get(request)
    // An answer without a text is from another server.
    if (draft?.text !== undefined) journal.add(exchangeOf(request, reply, draft))
    done()
  })
}

const sentExchange = (
  { method, url, headers = {}, body }: Parameters<Send>[0],
  outcome: { status?: number; text?: string; failure?: unknown },
  { at, during }: { at: number; during: string | undefined },
): Exchange => {
  const { status, text, failure } = outcome
  const reason = failure instanceof Error ? failure.message : String(failure)
  return {
    id: randomUUID(),
    direction: 'out',
    at,
    ms: Date.now() - at,
    method,
    address: shorten(url),
    caller: undefined,
    during,
    status,
    request: { headers: shownHeaders(headers), text: body === undefined ? undefined : shorten(body) },
    answer: { headers: [], text: text === undefined || text === '' ? undefined : shorten(text) },
    checks: [],
    refusal: status === undefined ? shorten(`failed: ${reason}`) : status < 400 ? undefined : `answered with ${status}`,
  }
}

const watchSend =
  (send: Send, journal: Journal, current: AsyncLocalStorage<Draft>): Send =>
  async request => {
    const begun = { at: Date.now(), during: current.getStore()?.id }
    try {
      const answer = await send(request)
      journal.add(sentExchange(request, answer, begun))
      return answer
    } catch (failure) {
      journal.add(sentExchange(request, { failure }, begun))
      throw failure
    }
  }

/** Watches a role: its requests in both directions, and the result of each check. */
export const watchRole = (journal: Journal): { watch: Watch; attach: (server: FastifyInstance) => void } => {
  const current = new AsyncLocalStorage<Draft>()
  const check = (made: Check): void => {
    const draft = current.getStore()
    if (draft === undefined || draft.checks.length >= mostChecks) return
    const { search } = draft
    draft.checks.push(made.objection === undefined || search === undefined ? made : { ...made, search })
    if (made.objection !== undefined) delete draft.search
  }
  const explain = (search: () => string | undefined): void => {
    const draft = current.getStore()
    if (draft !== undefined) draft.search = search
  }
  return {
    watch: {
      policies: own => watchChecks(own, { check, explain }),
      send: send => watchSend(send, journal, current),
    },
    attach: server => watchServer(server, journal, current),
  }
}
