import { repeatedText } from '../../harness/http/in-front.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { findingOf, isSameRequest, mostTries, type Try } from './tries.ts'

type Http = RunContext['http']

/** For each client, how many requests got no response in one attempt at a check but did in another. */
const lostInPassing = new WeakMap<Http, number>()

const lostOf = (http: Http): number => lostInPassing.get(http) ?? 0

/** At this number, requests of any kind are known to be lost. */
const telling = 2

/** At this share of unanswered requests, one request may be lost in every attempt at a check. */
const heavyShare = 1 / 20

const isLost = ({ unanswered }: Try): boolean => unanswered !== undefined

const isRepeated = ({ unanswered }: Try): boolean => unanswered?.message.endsWith(repeatedText) === true

/** After every retry of a check, counts the requests that got a response in some attempts only. */
export const noteLosses = (http: Http, tries: readonly Try[]): void => {
  if (isSameRequest(tries)) return
  const isNew = isSameRequest(tries.slice(0, -1))
  const lost = (isNew ? tries : tries.slice(-1)).filter(isLost).length
  lostInPassing.set(http, lostOf(http) + lost)
}

/** Returns in how many attempts the same request must get no response: more if requests of any kind are lost. */
export const triesToFind = (http: Http, tries: readonly Try[]): number =>
  tries.every(isLost) && lostOf(http) >= telling ? mostTries.others : mostTries.same

/**
 * Returns the message that requests of any kind are lost, if an unanswered request may be one of them: if losses are frequent, or if it is
 * not a finding.
 */
export const lossOf = (http: Http, tries: readonly Try[]): string | undefined => {
  const lost = lostOf(http)
  if (lost >= telling && tries.every(isRepeated))
    return `${tries[0]?.unanswered?.what}: ${repeatedText}, and run the check again`
  if (!tries.every(isLost) || lost < telling) return undefined
  if (http.unanswered <= http.requests * heavyShare && findingOf(tries) !== undefined) return undefined
  return `${tries[0]?.unanswered?.what} gets no response, and ${http.unanswered} requests of ${http.requests} got none, some of them only at first: the target, or what is in front of it, closes connections or stops responding, whatever the request. Make it answer each request, or give it more time (--timeout), and run the check again`
}
