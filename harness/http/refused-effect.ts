import { type Json, memberOf } from '../../protocol/json/json.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import type { RunContext } from '../run-context.ts'
import { type HttpResponse, header } from './response.ts'

/** Inspects the effect of a request that was refused: opens a page of the target, and asks it for a transaction. */
export type Looks = {
  open(url: URL): Promise<HttpResponse>
  /** Absent: no one may ask. */
  verify?: (txid: string) => PromiseLike<HttpResponse>
}

/** Documents that a target signs as the result of a request. */
const signedResults = ['proof', 'order'] as const

/**
 * Returns the effect of a refused request that its response shows: a document that the target has signed, a hosted page that opens,
 * or a transaction that it knows; `undefined` if nothing. A result of an earlier, accepted request is not an effect of this one.
 */
export const effectOf = async (
  response: HttpResponse,
  { seen, metadata, profile, target }: Pick<RunContext, 'seen' | 'metadata' | 'profile' | 'target'>,
  { open, verify }: Looks,
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
      verifyPayload(payload, signature, { publicKey, dialect: profile })
    )
  })
  if (signed !== undefined) return `${signed === 'proof' ? 'a proof' : 'an order'} that the target has signed`
  const page = URL.parse(fresh(memberOf(json, 'redirect_url') ?? header(response, 'location')) ?? '', target.apiUrl)
  if (page !== null && isHosted(page, target.apiUrl) && (await open(page)).status === 200)
    return 'a hosted page that opens'
  const txid = fresh(memberOf(json, 'txid'))
  return txid !== undefined && (await verify?.(txid))?.status === 200
    ? 'a transaction that GET /verify/{txid} knows'
    : undefined
}

/** Hosted pages are at `/checkout/{sessionId}`. Other addresses in a refusal may explain it. */
const isHosted = ({ origin, pathname }: URL, apiUrl: string): boolean =>
  origin === new URL(apiUrl).origin && /\/checkout\/[^/]+$/.test(pathname)
