import { fastifyCookie } from '@fastify/cookie'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { JsonObject } from '../../protocol/json/json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import type { Messages } from '../../schemas/messages.ts'
import type { SchemaName } from '../../schemas/validate.ts'
import { authenticate } from '../every-role/authentication/authenticate.ts'
import type { JsonResponse, Service } from '../every-role/contract.ts'
import { rejectHttp, toRefusal } from '../every-role/errors.ts'
import { jsonType, readBody } from '../every-role/wire-format/bodies.ts'
import { refuseConnection } from './refused-connection.ts'
import { logRequests, serverOptionsOf } from './serving.ts'
import { answerWhenDurable, handleInTurn } from './storage-hooks.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationName
    /** Answers without the state of the role. */
    isStateless?: boolean
  }
}

/** Sends an answer as JSON. Clause: FMT-04. */
export const write = (
  reply: FastifyReply,
  { status, body, type = jsonType }: JsonResponse,
  { policies }: Service,
): FastifyReply =>
  reply.code(status).headers({ 'content-type': type, 'cache-control': 'no-store' }).send(policies.encode(body))

/**
 * Builds a Fastify instance that answers every failure with the error body (heading "Error") and reveals nothing internal. Inputs
 * over a limit get a 4xx. Clauses: FMT-06, FMT-07, ERR-01, ERR-04, ERR-05.
 */
export const buildServer = (service: Service): FastifyInstance => {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const reportBug = service.serving.logs ? (bug: unknown) => request.log.error(bug) : service.ports.reportBug
    const refusal = toRefusal(error, reportBug)
    request.log.info({ code: refusal.code, reason: refusal.message }, 'refused')
    return write(reply, service.policies.refuse(refusal, request.routeOptions.config.operation), service)
  }
  const server = fastify({
    ...serverOptionsOf(service.serving, service.name),
    bodyLimit: service.profile.bodyLimit,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: refuse,
    clientErrorHandler: refuseConnection(service),
  })
  // Without its hook: forms read and write their own cookie.
  server.register(fastifyCookie, { hook: false })
  server.removeAllContentTypeParsers()
  // Only JSON is read. Keep the bytes as sent: the signature covers them.
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  if (service.serving.logs) logRequests(server)
  answerWhenDurable(server, service.ports.storage)
  handleInTurn(server, service.ports.storage)
  server.setErrorHandler(refuse)
  server.setNotFoundHandler(async () => {
    throw rejectHttp(404, 'There is nothing here.')
  })
  return server
}

const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

const callerOf = async (request: FastifyRequest, operation: OperationName, service: Service): Promise<number> => {
  if (service.policies.isPublic(operation)) return 0
  const { method, originalUrl: path, raw, body } = request
  const arrived = { method, path, rawHeaders: raw.rawHeaders, body: bytesOf(body) }
  return authenticate(operation, arrived, service)
}

/** Serves a public operation (GET) at `path`, in Fastify's syntax. */
export const answerGet = (
  server: FastifyInstance,
  service: Service,
  route: { operation: OperationName; path: string; handle: (request: FastifyRequest) => JsonObject },
): void => {
  const { operation, path, handle } = route
  server.get(path, { config: { operation } }, async (request, reply) => {
    await callerOf(request, operation, service)
    return write(reply, service.policies.answer(operation, handle(request)), service)
  })
}

/** Serves an operation with a body (POST): authenticates the caller, checks the shape of the body, then runs the operation. */
export const answerPost = <Name extends SchemaName>(
  server: FastifyInstance,
  service: Service,
  route: {
    operation: OperationName
    schema: Name
    handle: (message: Messages[Name], caller: number) => JsonObject | Promise<JsonObject>
  },
): void => {
  const { operation, schema, handle } = route
  server.post(operations[operation].path, { config: { operation } }, async (request, reply) => {
    const caller = await callerOf(request, operation, service)
    const message = readBody(bytesOf(request.body), schema, service)
    return write(reply, service.policies.answer(operation, await handle(message, caller)), service)
  })
}
