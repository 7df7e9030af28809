import { type Json, memberOf } from '../../protocol/json/json.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { verifyInAnyEncoding } from '../../protocol/signature/payload.ts'
import type { RunContext } from '../run-context.ts'
import { type HttpResponse, header } from './response.ts'

/** What looks at the effect of a request that was refused: opens a page of the target, and asks it for a transaction. */
export type Looks = {
  open(url: URL): Promise<HttpResponse>
  /** Texts of which a page of the request shows one: a refusal may also lead to a page that explains it. */
  shown: readonly string[]
  /** Absent: no one may ask. */
  verify?: (txid: string) => PromiseLike<HttpResponse>
}

/** Documents that a target signs as the result of a request. */
const signedResults = ['proof', 'order'] as const

/**
 * Returns what the response that refuses a request shows of its effect: a document that the target has signed, a hosted page that opens,
 * or a transaction that it knows; `undefined` if nothing. What an accepted request led to before is no effect of this one.
 */
export const effectOf = async (
  response: HttpResponse,
  { seen, metadata, profile, target }: Pick<RunContext, 'seen' | 'metadata' | 'profile' | 'target'>,
  { open, shown, verify }: Looks,
): Promise<string | undefined> => {
  const { json } = response
  const fresh = (value: Json | undefined): string | undefined =>
    typeof value === 'string' && value !== '' && !seen.hasResult(value) ? value : undefined
  const publicKey = recognizePublicKey(memberOf(memberOf(metadata.json, 'config'), 'publicKey'))
  const signature = fresh(memberOf(json, 'signature'))
  const signed = signedResults.find(name => {
    const payload = memberOf(json, name)
    return (
      publicKey !== undefined &&
      payload !== undefined &&
      verifyInAnyEncoding(payload, signature, { publicKey, dialect: profile })
    )
  })
  if (signed !== undefined) return `${signed === 'proof' ? 'a proof' : 'an order'} that the target has signed`
  const page = URL.parse(fresh(memberOf(json, 'redirect_url') ?? header(response, 'location')) ?? '', target.apiUrl)
  if (page !== null && isHosted(page, target.apiUrl) && shows(await open(page), shown))
    return 'a hosted page that opens'
  const txid = fresh(memberOf(json, 'txid'))
  return txid !== undefined && moves(await verify?.(txid)) ? 'a transaction that GET /verify/{txid} knows' : undefined
}

const shows = ({ status, text = '' }: HttpResponse, texts: readonly string[]): boolean =>
  status === 200 && texts.some(each => text.includes(each))

/** A transaction that failed may have a txid as well. */
const moves = (response: HttpResponse | undefined): boolean =>
  response?.status === 200 && ['completed', 'pending'].some(status => memberOf(response.json, 'status') === status)

/** Hosted pages are at `/checkout/{sessionId}`. Other addresses in a refusal may explain it. */
const isHosted = ({ origin, pathname }: URL, apiUrl: string): boolean =>
  origin === new URL(apiUrl).origin && /\/checkout\/[^/]+$/.test(pathname)
