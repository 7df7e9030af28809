import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isClientError } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { authenticationCodes } from '../../../protocol/errors.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { authenticatedOperations, farSeconds, send } from '../authentication/authenticated-operations.ts'
import { invalidGrantRequests, isOfRouter, type RefusableRequest } from '../kyc/invalid-requests.ts'
import { withEach } from '../kyc/with-each.ts'
import { refusalConditions } from './refusal-conditions.ts'

/** A response to a request that should be refused; `isNamed`: the document names a code for the refusal. */
export type Refusal = { what: string; isNamed: boolean; response: HttpResponse }

/** A request that should be refused. */
export type RefusedRequest = Pick<Refusal, 'what' | 'isNamed'> &
  Pick<RefusableRequest, 'isRouted'> & { send: (context: CheckContext) => PromiseLike<HttpResponse> }

/** The operations that can refuse requests. */
export const refusingOperations: readonly OperationName[] = [
  ...new Set([
    ...refusalConditions.map(({ operation }) => operation),
    ...authenticatedOperations.map(({ name }) => name),
  ]),
]

const byCondition = (operation: OperationName): RefusedRequest[] =>
  refusalConditions
    .filter(condition => condition.operation === operation && !condition.isCostly)
    .map(({ name, provoke }) => ({ what: name, isNamed: true, send: provoke }))

/** Returns the requests that the authentication layer or the body parser refuses. */
const byLayers = (name: OperationName): RefusedRequest[] =>
  authenticatedOperations
    .filter(operation => operation.name === name)
    .flatMap(operation => [
      {
        what: 'a wrong request signature',
        isNamed: true,
        send: context => send(context, operation, operation.body(context), { key: generatePrivateKey() }),
      },
      {
        what: 'an old timestamp',
        isNamed: true,
        send: context =>
          send(context, operation, operation.body(context), { timestamp: context.requestNow() - farSeconds }),
      },
      {
        what: 'an unknown OCID',
        isNamed: true,
        send: context => send(context, operation, operation.body(context), { as: context.nobody }),
      },
      { what: 'a body without members', isNamed: false, send: context => send(context, operation, {}) },
    ])

const byInvalidParameters = (operation: OperationName): RefusedRequest[] =>
  operation === 'kyc.grant' ? invalidGrantRequests.map(request => ({ ...request, isNamed: false })) : []

/** Returns every request to an operation that should be refused. */
export const refusedRequests = (operation: OperationName): RefusedRequest[] => [
  ...byCondition(operation),
  ...byLayers(operation),
  ...byInvalidParameters(operation),
]

/** Sends each request and returns all responses. */
export const sendAll = (context: CheckContext, requests: readonly RefusedRequest[]): Promise<Refusal[]> =>
  withEach(context, requests, async ({ what, isNamed, send }) => ({ what, isNamed, response: await send(context) }))

/** Sends every request to an operation that should be refused; returns the operation's own refusals with a 4xx. */
export const collectRefusals = async (context: CheckContext, operation: OperationName): Promise<Refusal[]> => {
  const requests = refusedRequests(operation)
  const refusals = await sendAll(context, requests)
  return refusals.filter(
    ({ response }, at) => isClientError(response) && !isOfRouter(requests[at] as RefusedRequest, response),
  )
}

/** Returns whether a response has a code of the authentication layer. */
export const hasLayerCode = (response: HttpResponse): boolean =>
  authenticationCodes.some(code => code === codeOf(response))
