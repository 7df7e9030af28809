import { type Json, memberOf } from '../protocol/json/json.ts'
import type { HttpRequest } from './http/http-request.ts'
import { isProxyStatus } from './http/in-front.ts'
import { isClientError, isSuccess } from './http/pending-response.ts'
import { isConflict } from './http/request-serializer.ts'
import type { HttpResponse } from './http/response.ts'
import type { RunContext } from './run-context.ts'
import { isInsufficientFunds } from './treasury.ts'

/** An unanswered transfer: the target may carry it out at any later time. `left`: how often it may still be sent again. */
type Unsettled = { transfer: Json | undefined; request: HttpRequest; left: number }

type Http = RunContext['http']

/** Maximum number of times that such a transfer is sent again: a target may never answer it. */
const mostLooks = 3

const transfersWithoutResponse = new WeakMap<Http, Set<Unsettled>>()

/** Returns the unanswered transfers of a run. */
const unsettledOf = (http: Http): Set<Unsettled> => {
  const known = transfersWithoutResponse.get(http) ?? new Set()
  transfersWithoutResponse.set(http, known)
  return known
}

/** Sends a transfer, which `send` builds and passes to `built`, and remembers it if it gets no response. */
export const noteUnsettled = async (
  { http }: Pick<RunContext, 'http'>,
  transfer: Json | undefined,
  send: (built: (request: HttpRequest) => HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> => {
  let request: HttpRequest | undefined
  let response: HttpResponse | undefined
  try {
    response = await send(built => {
      request = built
      return built
    })
    return response
  } finally {
    if (request !== undefined && !isAnswered(response)) unsettledOf(http).add({ transfer, request, left: mostLooks })
  }
}

const isAnswered = (response: HttpResponse | undefined): boolean =>
  response !== undefined && !response.silence && !(response.inFront !== undefined && isProxyStatus(response.status))

/**
 * Returns the message that an unanswered transfer may change the balance of an account of this one; only purses have one user at a time.
 */
export const doubtAbout = (
  { http, accountPool }: Pick<RunContext, 'http' | 'accountPool'>,
  transfer: Json | undefined,
): string | undefined => {
  const purses = partiesOf(transfer).filter(ocid => accountPool.has(ocid))
  const isInDoubt = [...unsettledOf(http)].some(one => partiesOf(one.transfer).some(ocid => purses.includes(ocid)))
  return isInDoubt
    ? 'A transfer of a test account of the check got no response, so the target may have carried it out in the meantime'
    : undefined
}

const partiesOf = (transfer: Json | undefined): (Json | undefined)[] =>
  ['from', 'to'].map(party => memberOf(memberOf(transfer, party), 'ocid'))

/** `again`: sends a request, and returns `undefined` without a response; `wait`: gives the target time to finish what it has begun. */
type Settling = { again(request: HttpRequest): Promise<HttpResponse | undefined>; wait(): Promise<unknown> }

/**
 * Sends the unanswered transfers of an account once more, each with its original nonce. Each is either carried out now or refused as a
 * replay; in both cases, its first copy cannot move money any more.
 */
export const settle = async (
  { http }: Pick<RunContext, 'http'>,
  ocid: number,
  { again, wait }: Settling,
): Promise<void> => {
  const unsettled = unsettledOf(http)
  for (const one of [...unsettled].filter(({ transfer }) => partiesOf(transfer).includes(ocid))) {
    while (one.left-- > 0 && unsettled.has(one)) {
      const response = await again(one.request)
      if (response === undefined || !isFinal(response)) continue
      // The target may still be processing an earlier copy.
      if (!isSuccess(response)) await wait()
      unsettled.delete(one)
    }
  }
}

/** Returns whether a transfer was carried out, or stays refused regardless of the balance. */
const isFinal = (response: HttpResponse): boolean =>
  isSuccess(response) || (isClientError(response) && !isInsufficientFunds(response) && !isConflict(response))
