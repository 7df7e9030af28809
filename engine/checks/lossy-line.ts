import { noResponseInTime } from '../../harness/http/connection-error.ts'
import { repeatedText } from '../../harness/http/in-front.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { isSameRequest, mostTries, type Try } from './tries.ts'

type Http = RunContext['http']

/** By the client of a run, connections that closed by chance: in another try their request got a response. */
const lostInPassing = new WeakMap<Http, number>()

const lostOf = (http: Http): number => lostInPassing.get(http) ?? 0

/** From this many, connections are known to close whatever is sent. */
const telling = 2

/** From this share of closed connections, one request may be lost in every try of a check. */
const heavyShare = 1 / 20

const isClosed = ({ unanswered }: Try): boolean => unanswered?.message.endsWith(noResponseInTime) === false

const isRepeated = ({ unanswered }: Try): boolean => unanswered?.message.endsWith(repeatedText) === true

/** Notes after each try of a check but the first which connections closed by chance. */
export const noteLosses = (http: Http, tries: readonly Try[]): void => {
  if (isSameRequest(tries)) return
  const isNew = isSameRequest(tries.slice(0, -1))
  const lost = (isNew ? tries : tries.slice(-1)).filter(isClosed).length
  lostInPassing.set(http, lostOf(http) + lost)
}

/** Returns in how many tries the same request must get no response: in more where connections close whatever is sent. */
export const triesToFind = (http: Http, tries: readonly Try[]): number =>
  tries.every(isClosed) && lostOf(http) >= telling ? mostTries.others : mostTries.same

/** Says that connections close whatever is sent, so often that a request without a response may be one of them; `undefined` if not. */
export const lossOf = (http: Http, tries: readonly Try[]): string | undefined => {
  const lost = lostOf(http)
  if (lost >= telling && tries.every(isRepeated))
    return `${tries[0]?.unanswered?.what}: ${repeatedText}, and run the check again`
  if (!tries.every(isClosed) || lost < telling || http.broken <= http.requests * heavyShare) return undefined
  return `${tries[0]?.unanswered?.what} gets no response, and ${http.broken} requests of ${http.requests} got none, some of them only at first: the target, or a server in front of it, closes connections whatever is sent. Let it keep them open, and run the check again`
}
