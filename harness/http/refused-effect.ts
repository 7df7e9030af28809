import { type Json, memberOf } from '../../protocol/json/json.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { verifyInAnyEncoding } from '../../protocol/signature/payload.ts'
import { Blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { type HttpResponse, header } from './response.ts'

/** Looks for an effect of a refused request: opens a page of the target, and reads a transaction. */
export type Looks = {
  open(url: URL): Promise<HttpResponse>
  /** A page about the request shows one of these texts; a refusal may also lead to a page that explains it. */
  shown: readonly string[]
  /** Absent if nobody may read transactions. */
  verify?: (txid: string) => PromiseLike<HttpResponse>
  /** Returns whether the target had notified a merchant of a transaction before the request. */
  isNotified: (txid: Json | undefined) => boolean
}

/** The documents that a target signs as the result of a request. */
const signedResults = { proof: 'a proof', order: 'an order' } as const

/** Maximum number of values of a refusal that are inspected, and of transactions and pages that are read. */
const [mostValues, mostAsked] = [200, 4]

type Effects = Pick<RunContext, 'seen' | 'metadata' | 'profile' | 'target'>

/**
 * Returns the effect of a refused request that its response reveals in any member: a document that the target has signed, a hosted page
 * that opens, or a transaction that it knows; `undefined` if there is none. The result of an earlier, accepted request is not an effect of
 * this one, nor is a transaction of which the target had already notified a merchant.
 */
export const effectOf = async (
  response: HttpResponse,
  { seen, metadata, profile, target }: Effects,
  { open, shown, verify, isNotified }: Looks,
): Promise<string | undefined> => {
  const values = valuesIn(response.json ?? null)
  const publicKey = recognizePublicKey(memberOf(memberOf(metadata.json, 'config'), 'publicKey'))
  for (const value of values)
    for (const [name, what] of Object.entries(signedResults)) {
      const [payload, signature] = [memberOf(value, name), memberOf(value, 'signature')]
      if (typeof signature !== 'string' || payload === undefined || publicKey === undefined) continue
      if (seen.hasResult(signature) || isNotified(memberOf(payload, 'txid'))) continue
      if (verifyInAnyEncoding(payload, signature, { publicKey, dialect: profile }))
        return `${what} that the target has signed`
    }
  const location = header(response, 'location') ?? ''
  const texts = [...values, location, location.split('/').at(-1)].filter(
    value => typeof value === 'string' && value !== '' && !seen.hasResult(value) && !isNotified(value),
  ) as string[]
  const pages = texts.flatMap(text => URL.parse(text, target.apiUrl) ?? [])
  const isHosted = hostedLike(seen.exampleOf('redirect_url') ?? '', target.apiUrl)
  for (const page of pages.filter(isHosted).slice(0, mostAsked))
    if (shows(await opened(open(page)), shown)) return 'a hosted page that opens'
  for (const txid of texts.filter(txidLike(seen.exampleOf('txid'), response)).slice(0, mostAsked))
    if (moves(await verify?.(txid))) return 'a transaction that GET /verify/{txid} knows'
  return undefined
}

/** Returns a value and all values in it, at every depth. */
const valuesIn = (whole: Json): Json[] => {
  const values = [whole]
  for (const value of values) {
    if (typeof value === 'object' && value !== null && values.length < mostValues)
      values.push(...Object.values(value).slice(0, mostValues))
  }
  return values
}

/** Matches pages beside one to which an accepted request led; without one, pages below `/checkout/`. */
const hostedLike = (example: string, apiUrl: string) => {
  const known = URL.parse(example)
  const folderOf = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/') + 1)
  return (page: URL): boolean =>
    known === null
      ? page.origin === new URL(apiUrl).origin && /\/checkout\/[^/]+$/.test(page.pathname)
      : folderOf(page) === folderOf(known) && (page.origin === known.origin || folderOf(page) !== '/')
}

/** Matches texts of the same length as a txid of the target; without one, the member `txid`. */
const txidLike = (example: string | undefined, { json }: HttpResponse) => {
  const named = memberOf(json, 'txid')
  return (text: string): boolean => text === named || text.length === example?.length
}

/** A page elsewhere that must not be opened, or cannot be, proves nothing. */
const opened = (page: Promise<HttpResponse>): Promise<HttpResponse | undefined> =>
  page.catch(error => {
    if (error instanceof Blocked) return undefined
    throw error
  })

const shows = (page: HttpResponse | undefined, texts: readonly string[]): boolean =>
  page?.status === 200 && texts.some(each => page.text?.includes(each))

/** A transaction that failed may have a txid as well. */
const moves = (response: HttpResponse | undefined): boolean =>
  response?.status === 200 && ['completed', 'pending'].some(status => memberOf(response.json, 'status') === status)
