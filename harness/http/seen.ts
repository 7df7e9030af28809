import { isObject, type JsonObject, memberOf } from '../../protocol/json/json.ts'
import type { Role } from '../../protocol/operations.ts'
import { isSuccess } from './pending-response.ts'
import { type HttpResponse, mediaType } from './response.ts'

/** A document that the target signed, such as `{ proof, signature }`, with the exchange that returned it and its method. */
type SignedDocument = { document: JsonObject; exchange: string; method: string }

/** A sample of a run's responses, to find faults that appear in few of them. */
export type Seen = {
  see(response: HttpResponse): void
  /** Documents that the target signed. */
  readonly signed: readonly SignedDocument[]
  /** Refusals, except very long ones. */
  readonly refusals: readonly HttpResponse[]
  /**
   * Returns whether this was the result of an accepted request: a txid, a signature, or the address of a page. True if not all results are
   * kept.
   */
  hasResult(text: string): boolean
  /** Returns the last txid, or the last address of a page, that an accepted request returned; undefined if there was none. */
  exampleOf(member: 'txid' | 'redirect_url'): string | undefined
  /** The first response that claims to be JSON and is not. */
  readonly malformed: HttpResponse | undefined
}

/** How many documents are kept, and how many bytes of each: enough to find a fault in one of 128 signatures, while memory stays bounded. */
const [mostDocuments, mostBytes] = [800, 4_096]

/** How many results of accepted requests are kept. */
const mostResults = 100_000

const resultMembers = ['txid', 'signature', 'redirect_url'] as const

/** How many refusals are kept, and how many bytes of each and of all: stack traces are longer than other messages. */
const [mostRefusals, longestRefusal, mostRefused] = [1_000, 16_384, 2_097_152]

/** The member that a target of each role signs in its responses. */
const signedMember: Readonly<Record<Role, string>> = { gateway: 'proof', merchant: 'order', kyc: 'config' }

/** Creates the sample of a run's responses. */
export const createSeen = (role: Role): Seen => {
  const name = signedMember[role]
  const signed: SignedDocument[] = []
  const refusals: HttpResponse[] = []
  let malformed: HttpResponse | undefined
  let refused = 0
  const results = new Set<unknown>()
  const examples = new Map<string, unknown>()
  const hasRoomFor = (length: number) =>
    length <= longestRefusal && refusals.length < mostRefusals && refused + length <= mostRefused
  return {
    see: response => {
      const { json, bytes, status, exchange, method = '' } = response
      if (isMalformed(response)) malformed ??= response
      if (status >= 400 && hasRoomFor(bytes.length)) {
        refused += bytes.length
        refusals.push(response)
      }
      if (isSuccess(response) && results.size < mostResults)
        for (const member of resultMembers) {
          const result = memberOf(json, member) ?? memberOf(memberOf(json, 'proof'), member)
          results.add(result)
          if (result !== undefined) examples.set(member, result)
        }
      if (status !== 200 || signed.length >= mostDocuments || bytes.length > mostBytes) return
      if (isObject(json) && json[name] !== undefined && json.signature !== undefined)
        signed.push({ document: json, exchange, method })
    },
    signed,
    refusals,
    hasResult: text => results.has(text) || results.size >= mostResults,
    exampleOf: member => {
      const example = examples.get(member)
      return typeof example === 'string' ? example : undefined
    },
    get malformed() {
      return malformed
    },
  }
}

/** Only complete responses count, except those with a 5xx. */
const isMalformed = (response: HttpResponse): boolean => {
  const { json, bytes, status, method = '', silence, truncated } = response
  if (json !== undefined || bytes.length === 0 || silence !== undefined || truncated || status >= 500) return false
  return ['GET', 'POST'].includes(method) && mediaType(response) === 'application/json'
}
