import type { FastifyInstance } from 'fastify'
import type { Implementation } from '../../implementations/implementation.ts'
import { Refusal } from '../../protocol/errors.ts'
import { type Json, memberOf } from '../../protocol/json/json.ts'
import { authenticationRules } from '../../reference/every-role/authentication/authenticate.ts'
import type { AuthenticationRule, CommonPolicies } from '../../reference/every-role/contract.ts'

/** A refusal unrelated to the content of a request: of a layer, of load, of a crash. `times`: how often it is sent. */
export type Disturbance = { status: number; code: string; times: number }

const bodyOf = (bytes: Uint8Array): Json | undefined => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Json
  } catch {
    return undefined
  }
}

/** Returns the id of the subject of a request: an order, or the reference of a transfer or payment. */
const subjectOf = (body: Json | undefined): string | undefined => {
  const named = [
    memberOf(memberOf(memberOf(body, 'proof'), 'to'), 'reference'),
    memberOf(memberOf(body, 'to'), 'reference'),
    memberOf(memberOf(body, 'order'), 'id'),
    memberOf(body, 'id'),
    memberOf(body, 'reference'),
  ].find(value => typeof value === 'string' && value !== '')
  return typeof named === 'string' ? named : undefined
}

/** The OCIDs of the accounts that a check lends: transfers out of them show their balance. */
const lentAccounts = /^301\d$/

/** The first transfers of every six out of a lent account are disturbed. */
const period = 6

type Counter = { isLater: (subject: string) => boolean; isInTurn: (subject: string) => boolean }

/** Counts uses: `times` of them are disturbed, from the second on or in each period, whose start depends on `seed`. */
const counterOf = (times: number, seed: number): Counter => {
  const uses = new Map<string, number>()
  const next = (subject: string, first: number): number => {
    const count = (uses.get(subject) ?? first) + 1
    uses.set(subject, count)
    return count
  }
  return {
    isLater: subject => {
      const count = next(subject, 0)
      return count > 1 && count <= 1 + times
    },
    isInTurn: subject => next(subject, seed % period) % period < times,
  }
}

/** Returns the subject of a read: a transaction, a session, an order at its address, or a request for permissions with its state. */
const readIn = (url: string): string | undefined =>
  (/\/(verify|checkout|orders)\/[^/?]+/.exec(url) ?? /\/kyc\/grant\/.*[?&]state=[^&]+/.exec(url))?.[0]

const disturbsReads =
  ({ isLater }: Counter, refusal: Refusal) =>
  (server: FastifyInstance): void => {
    server.addHook('onRequest', async ({ method, url }, reply) => {
      const read = method === 'GET' ? readIn(url) : undefined
      return read !== undefined && isLater(read) ? reply.code(refusal.status).send(refusal.body()) : undefined
    })
  }

/**
 * Disturbs correctly signed probes that follow a check's own request: the second request about an order, transfer or payment, the second
 * read of a transaction, an order or a page, and some transfers out of an account.
 */
export const disturbsProbes = ({ status, code, times }: Disturbance, seed: number): Implementation<CommonPolicies> => {
  const refusal = new Refusal(code, status, 'For a moment.')
  const counter = counterOf(times, seed)
  const disturbed = new WeakSet<object>()
  // A request that the layer refuses anyway also counts as a use.
  const counts: AuthenticationRule = ({ operation, request, claims }) => {
    const subject = subjectOf(bodyOf(request.body))
    const isDisturbed =
      operation === 'transfer.create' && lentAccounts.test(claims.ocid)
        ? counter.isInTurn(claims.ocid)
        : subject !== undefined && counter.isLater(`${operation} ${subject}`)
    if (isDisturbed) disturbed.add(request)
    return undefined
  }
  const disturbs: AuthenticationRule = ({ request }) => (disturbed.has(request) ? refusal : undefined)
  return {
    name: `${status} ${code}, ${times} at a time`,
    story: 'A replica without the keys of its callers, an overloaded layer, or a database that restarts.',
    policies: { authenticationRules: [counts, ...authenticationRules, disturbs] },
    prepare: disturbsReads(counter, refusal),
  }
}
