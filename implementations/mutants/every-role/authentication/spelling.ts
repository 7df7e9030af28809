import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'
import { skipRulesWhen } from './header-claims.ts'

const mark = 'x-past-the-guard'

/** Makes the router, but not the guard, recognize a request as the operation; `find` returns the request as the router sees it. */
const leadPast =
  (find: (request: IncomingMessage) => { method?: string; url?: string } | undefined) =>
  ({ server }: FastifyInstance): void => {
    server.prependListener('request', request => {
      const found = find(request)
      if (found === undefined) return
      Object.assign(request, found)
      request.rawHeaders.push(mark, '1')
    })
  }

/** Skips the guard for the requests that were rerouted. */
const unguarded: Partial<CommonPolicies> = {
  authenticationRules: skipRulesWhen(({ request }) => request.rawHeaders.includes(mark)),
}

/** Finds a path that the router's way of reading changes. */
const pathReadAs =
  (read: (path: string) => string) =>
  ({ method, url = '' }: IncomingMessage) => {
    const path = read(url)
    return method === 'POST' && path !== url ? { url: path } : undefined
  }

/** Faults in which requests need a signature (AUTH-06). */
export const spellingMutants: readonly SharedMutant[] = [
  {
    name: 'with a slash at the end of its path a request is not verified',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-06',
    story: 'The guard compares paths; the router is not strict about slashes.',
    prepare: leadPast(pathReadAs(path => path.replace(/\/$/, ''))),
    policies: unguarded,
  },
  {
    name: 'with an escaped letter in its path a request is not verified',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-06',
    story: 'The guard reads the raw path, the router the normalized one.',
    prepare: leadPast(pathReadAs(path => path.replace(/%65/i, 'e').replace(/%74/i, 't').replace(/%6b/i, 'k'))),
    policies: unguarded,
  },
  {
    name: 'what is put is not verified',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-06',
    story: 'app.post(path, verify), then app.all(path, handle).',
    prepare: leadPast(({ method }) => (method === 'PUT' ? { method: 'POST' } : undefined)),
    policies: unguarded,
  },
  {
    name: 'a body with a charset is not verified',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-06',
    story: 'The bytes are kept if the content type equals application/json; without them verification is skipped.',
    policies: {
      authenticationRules: skipRulesWhen(({ request }) => request.rawHeaders.some(value => /charset/i.test(value))),
    },
  },
  {
    name: 'a body of more than 4 KiB is not verified',
    roles: authenticatedRoles,
    kind: 'ends',
    breaks: 'AUTH-06',
    story: 'The bytes are kept if they fit the buffer; without them verification is skipped.',
    policies: { authenticationRules: skipRulesWhen(({ request }) => request.body.length > 4_096) },
  },
  {
    name: 'a body without a length is not verified',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-06',
    story: 'if (Number(headers["content-length"]) > 0) verify(request).',
    policies: {
      authenticationRules: skipRulesWhen(
        ({ request }) => !request.rawHeaders.some(value => /^content-length$/i.test(value)),
      ),
    },
  },
  {
    name: 'what is forwarded for this machine is not verified',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-06',
    story: "The service's own jobs call it without keys, and the proxy in front was supposed to remove the header.",
    policies: {
      authenticationRules: skipRulesWhen(({ request }) =>
        request.rawHeaders.some(
          (value, at) => /^x-forwarded-for$/i.test(value) && request.rawHeaders[at + 1] === '127.0.0.1',
        ),
      ),
    },
  },
]
