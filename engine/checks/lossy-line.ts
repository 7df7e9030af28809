import { repeatedText } from '../../harness/http/in-front.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { findingOf, isSameRequest, mostTries, type Try } from './tries.ts'

type Http = RunContext['http']

/** By the client of a run, requests without a response in passing: in another try they got one. */
const lostInPassing = new WeakMap<Http, number>()

const lostOf = (http: Http): number => lostInPassing.get(http) ?? 0

/** From this many on, requests are known to be lost whatever is sent. */
const telling = 2

/** From this share of requests without a response, one request may be lost in every try of a check. */
const heavyShare = 1 / 20

const isLost = ({ unanswered }: Try): boolean => unanswered !== undefined

const isRepeated = ({ unanswered }: Try): boolean => unanswered?.message.endsWith(repeatedText) === true

/** Notes after each try of a check but the first which requests got no response in passing. */
export const noteLosses = (http: Http, tries: readonly Try[]): void => {
  if (isSameRequest(tries)) return
  const isNew = isSameRequest(tries.slice(0, -1))
  const lost = (isNew ? tries : tries.slice(-1)).filter(isLost).length
  lostInPassing.set(http, lostOf(http) + lost)
}

/** Returns the number of tries in which the same request must get no response: more where requests are lost whatever is sent. */
export const triesToFind = (http: Http, tries: readonly Try[]): number =>
  tries.every(isLost) && lostOf(http) >= telling ? mostTries.others : mostTries.same

/** Says that requests are lost whatever is sent, if one without a response may be one of them: often, or if it is no finding. */
export const lossOf = (http: Http, tries: readonly Try[]): string | undefined => {
  const lost = lostOf(http)
  if (lost >= telling && tries.every(isRepeated))
    return `${tries[0]?.unanswered?.what}: ${repeatedText}, and run the check again`
  if (!tries.every(isLost) || lost < telling) return undefined
  if (http.unanswered <= http.requests * heavyShare && findingOf(tries) !== undefined) return undefined
  return `${tries[0]?.unanswered?.what} gets no response, and ${http.unanswered} requests of ${http.requests} got none, some of them only at first: the target, or what is in front of it, closes connections or is silent whatever is sent. Let it answer each request, or give it more time (--timeout), and run the check again`
}
