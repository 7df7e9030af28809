import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Turns } from '../reference/service/storage.ts'
import type { Changes } from './build-role.ts'

/** Another implementation that a request asks for; its name identifies the changes. */
type Choice = { name: string; changes: Changes }

/** Returns the implementation that a request names, undefined for the one that is served; throws a Refusal for an unknown name. */
export type Choose = (headers: IncomingHttpHeaders) => Choice | undefined

/**
 * Serves each request with the implementation that it names. All of them share one state. Each is built when it is first named.
 */
export const answerAsChosen = (
  server: FastifyInstance,
  choose: Choose,
  build: (changes: Changes) => FastifyInstance,
  turns?: Turns,
): void => {
  const others = new Map<string, FastifyInstance>()
  server.addHook('onRequest', async (request, reply) => {
    const choice = choose(request.headers)
    if (choice === undefined) return
    // It reads the state when it is built.
    if (!others.has(choice.name)) await turns?.enter()
    const other = others.get(choice.name) ?? build(choice.changes)
    others.set(choice.name, other)
    await other.ready()
    reply.hijack()
    other.server.emit('request', request.raw, reply.raw)
  })
  server.addHook('onClose', async () => void (await Promise.all([...others.values()].map(other => other.close()))))
}
