import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../../protocol/errors.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { callerIsKnown } from '../../../../reference/every-role/authentication/caller.ts'
import { admitNonce, nonceIsNew } from '../../../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../../../reference/every-role/authentication/timestamp.ts'
import { callersTime } from '../../../../reference/every-role/wire-format/values.ts'
import { askDatabase, replace, swap, without, yieldTurn } from '../../../support/changes.ts'
import { authenticatedRoles, perRole, type SharedMutant } from '../shared-mutant.ts'
import { readAlsoEmpty, readUnchecked } from './header-claims.ts'

/** Returns one value per nonce memory, created on first use. */
const perMemory = <V>(make: () => V): ((memory: object) => V) => {
  const own = new WeakMap<object, V>()
  return memory => own.get(memory) ?? own.set(memory, make()).get(memory) ?? make()
}

const lastNonces = perMemory(() => new Map<string, string>())
const seenNonces = perMemory(() => new Set<string>())
const recentNonces = perMemory((): string[] => [])
const seenMoments = perMemory(() => new Set<string>())

const addIfNew = (seen: Set<string>, key: string): boolean => !seen.has(key) && seen.add(key).has(key)

const keyOf = (headers: Record<string, unknown>): string => `${headers['x-oc-id']} ${headers['x-oc-nonce']}`

/** Stores a nonce after its response is sent. */
const recordAfterResponse = (answeredNonces: Set<string>) => (server: FastifyInstance) => {
  server.addHook('onResponse', async ({ headers }, { statusCode }) => {
    if (statusCode < 300) answeredNonces.add(keyOf(headers))
  })
}

/** Shared by all servers: no two runs use the same nonce. */
const answeredNonces = new Set<string>()

/** Checks nonces after the handler ran, and replaces its response with a refusal. */
const refuseAfterHandler = (server: FastifyInstance): void => {
  const seen = new Set<string>()
  server.addHook('onSend', async ({ headers }, reply, payload) => {
    if (headers['x-oc-nonce'] === undefined || reply.statusCode >= 300) return payload
    if (addIfNew(seen, keyOf(headers))) return payload
    const refusal = new Refusal('NONCE_REUSED', 401, 'The nonce was used before.')
    reply.code(refusal.status)
    return JSON.stringify(refusal.body())
  })
}

/** Faults in how nonces are remembered. */
export const nonceMutants: readonly SharedMutant[] = [
  {
    name: 'an empty nonce is not remembered',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    story: 'if (nonce && seen.has(nonce)) refuse(): the presence of the header was tested with "in".',
    policies: {
      readClaims: readAlsoEmpty('nonce'),
      admitNonce: (claims, nonces, service) => claims.nonce === '' || admitNonce(claims, nonces, service),
    },
  },
  {
    name: 'nonces are not remembered',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    alsoBreaks: ['AUTH-15'],
    story: 'The nonce store was a stub in development.',
    policies: { authenticationRules: without(authenticationRules, nonceIsNew) },
  },
  {
    name: 'only the last nonce of each caller is remembered',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    alsoBreaks: ['AUTH-15'],
    story: 'It is one column in the table of callers.',
    policies: {
      admitNonce: ({ ocid, nonce }, nonces) => {
        const isNew = lastNonces(nonces).get(ocid) !== nonce
        lastNonces(nonces).set(ocid, nonce)
        return isNew
      },
    },
  },
  {
    name: 'only the last three hundred nonces are remembered',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    needsOthers: true,
    story: 'A cache with a fixed size, which holds a minute of the traffic of the pilot.',
    policies: {
      admitNonce: ({ ocid, nonce }, nonces) => {
        const recent = recentNonces(nonces)
        const key = `${ocid} ${nonce}`
        if (recent.includes(key)) return false
        return recent.push(key) <= 300 || recent.shift() !== undefined
      },
    },
  },
  {
    name: 'a nonce is good again in the next second',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    story: 'The unique index is over caller, nonce and timestamp.',
    policies: {
      admitNonce: ({ ocid, nonce, timestamp }, nonces) =>
        addIfNew(seenMoments(nonces), `${ocid} ${nonce} ${timestamp}`),
    },
  },
  {
    name: 'nonces are remembered by each operation',
    roles: ['gateway'],
    breaks: 'AUTH-14',
    kind: 'confusables',
    story: 'The middleware is made for each route, and its cache with it.',
    policies: {
      authenticationRules: replace(authenticationRules, nonceIsNew, ({ operation, claims, ...attempt }, service) =>
        nonceIsNew({ ...attempt, operation, claims: { ...claims, nonce: `${operation} ${claims.nonce}` } }, service),
      ),
    },
  },
  {
    name: 'a nonce is forgotten a minute after its timestamp',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    kind: 'ends',
    story: 'The time to live of the cache entry is counted from the timestamp of the request.',
    policies: {
      admitNonce: ({ ocid, nonce, timestamp }, nonces, { ports }) => {
        const isNew = !seenNonces(nonces).has(`${ocid} ${nonce}`)
        if (callersTime(ports) / 1000 - Number(timestamp) < 60) seenNonces(nonces).add(`${ocid} ${nonce}`)
        return isNew
      },
    },
  },
  {
    name: 'the nonce of a request that is ahead is not stored',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    kind: 'ends',
    story: 'A nonce expires some time after its timestamp, and the time to live may not be longer than that.',
    policies: {
      admitNonce: (claims, nonces, service) =>
        Number(claims.timestamp) - callersTime(service.ports) / 1000 > 20 || admitNonce(claims, nonces, service),
    },
  },
  {
    name: 'nonces are the same if they begin with the same 24 characters',
    roles: authenticatedRoles,
    breaks: 'AUTH-01',
    kind: 'ends',
    story: 'The column has 24 characters, and the lookup truncates too.',
    policies: {
      admitNonce: ({ ocid, nonce }, nonces) => addIfNew(seenNonces(nonces), `${ocid} ${nonce.slice(0, 24)}`),
    },
  },
  {
    name: 'the end of a long nonce is not stored',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    kind: 'ends',
    story: 'The column has 32 characters, and the lookup uses the whole nonce.',
    policies: {
      admitNonce: ({ ocid, nonce }, nonces) => {
        const seen = seenNonces(nonces)
        const isNew = !seen.has(`${ocid} ${nonce}`)
        seen.add(`${ocid} ${nonce.slice(0, 32)}`)
        return isNew
      },
    },
  },
  {
    name: 'a nonce of more than 64 characters is not stored',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    story: 'The column has 64 characters, and longer values are dropped with a line in the log.',
    policies: {
      admitNonce: (claims, nonces, service) => claims.nonce.length > 64 || admitNonce(claims, nonces, service),
    },
  },
  ...perRole(
    {
      name: 'what repeats a nonce is refused once it is done',
      breaks: 'AUTH-14',
      story: 'The interceptor that checks nonces runs after the handler.',
      policies: { admitNonce: () => true },
      prepare: refuseAfterHandler,
    },
    // A merchant does not reveal that it acted twice.
    { gateway: ['AUTH-15', 'TRANSFER-11'], merchant: [] },
  ),
  {
    name: 'the nonce is looked up, then stored',
    roles: authenticatedRoles,
    breaks: 'AUTH-15',
    story: 'Two calls to a cache, with an await between them.',
    policies: {
      admitNonce: async ({ ocid, nonce }, nonces) => {
        const seen = seenNonces(nonces)
        const isNew = await yieldTurn(!seen.has(`${ocid} ${nonce}`))
        await yieldTurn(undefined)
        seen.add(`${ocid} ${nonce}`)
        return isNew
      },
    },
  },
  {
    name: 'the nonce is looked up in a database, then stored there',
    roles: authenticatedRoles,
    breaks: 'AUTH-15',
    story: 'SELECT, then INSERT, and the column has no unique index.',
    policies: {
      admitNonce: async ({ ocid, nonce }, nonces) => {
        const seen = seenNonces(nonces)
        const isNew = await askDatabase(!seen.has(`${ocid} ${nonce}`))
        seen.add(`${ocid} ${nonce}`)
        return isNew
      },
    },
  },
  {
    name: 'a nonce is stored when its request is answered',
    roles: authenticatedRoles,
    breaks: 'AUTH-15',
    story: 'Only a successful request should use up its nonce, which is known at the end.',
    policies: { admitNonce: async ({ ocid, nonce }) => yieldTurn(!answeredNonces.has(`${ocid} ${nonce}`)) },
    prepare: recordAfterResponse(answeredNonces),
  },
  {
    name: 'a nonce is stored before the signature is verified',
    roles: authenticatedRoles,
    breaks: 'AUTH-19',
    story: 'The store lookup is cheaper, so it is done first.',
    policies: { authenticationRules: swap(authenticationRules, requestIsSigned, nonceIsNew) },
  },
  {
    name: 'a nonce is stored before anything else is looked at',
    roles: authenticatedRoles,
    breaks: 'AUTH-19',
    story: 'The proxy prevents replays, but knows nothing about signatures.',
    policies: {
      readClaims: readUnchecked('signature'),
      authenticationRules: [callerIsKnown, nonceIsNew, requestIsFresh, requestIsSigned],
    },
  },
]
