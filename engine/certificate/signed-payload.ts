import type { Exchange } from '../../harness/http/exchange.ts'
import { canonicalText } from '../../protocol/json/canonical.ts'
import { isObject, type Json, jsonIn, memberOf } from '../../protocol/json/json.ts'
import type { Profile } from '../../protocol/profile.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import type { Report } from '../../schemas/messages.ts'
import { configOf } from '../target/target-metadata.ts'
import { type Challenge, hasChallenge } from './challenge.ts'

/** A payload that the target signed, as the report shows it. */
export type SignedPayload = NonNullable<NonNullable<Report['challenge']>['signed']>

/** Which key must have signed, in which dialect, and for which run. */
type Wanted = { challenge?: Challenge | undefined; metadata: { text: string }; profile: Profile }

/** Maximum number of characters of a signed text that are copied into a report. */
const longestText = 8_192

/** Finds the first payload with the challenge of a run that the target signed, from its exchanges in order. */
export const createPayloadReader = ({ challenge, metadata, profile }: Wanted) => {
  const publicKey = recognizePublicKey(memberOf(configOf(jsonIn(withoutMark(metadata.text))), 'publicKey'))
  let signed: SignedPayload | undefined
  const signedIn = (exchange: Exchange, publicKey: string): SignedPayload | undefined => {
    const document = documentIn(exchange)
    const signature = memberOf(document, 'signature')
    if (typeof signature !== 'string') return undefined
    for (const what of ['proof', 'order'] as const) {
      const payload = memberOf(document, what)
      if (!isObject(payload) || !verifyPayload(payload, signature, { publicKey, dialect: profile })) continue
      const canonical = canonicalText(payload, profile)
      if (!challenge || canonical.length > longestText || !hasChallenge(canonical, challenge)) continue
      return { what, exchange: exchange.id, canonical, signature, encoding: profile.signatureEncoding, publicKey }
    }
    return undefined
  }
  return {
    read: (exchange: Exchange): void => {
      if (!signed && challenge && publicKey && hasChallenge(bodyIn(exchange), challenge))
        signed = signedIn(exchange, publicKey)
    },
    found: (): SignedPayload | undefined => signed,
  }
}

/** Returns whether an exchange in the evidence contains the payload that the target signed. */
export const isExchangeOf = (
  exchange: Json,
  { what, canonical, signature }: SignedPayload,
  dialect: Profile,
): boolean => {
  const byTarget = memberOf(exchange, memberOf(exchange, 'direction') === 'sent' ? 'response' : 'request')
  const body = memberOf(byTarget, 'body')
  const document = typeof body === 'string' ? jsonIn(withoutMark(body)) : undefined
  const payload = memberOf(document, what)
  const isSame = isObject(payload) && canonicalText(payload, dialect) === canonical
  return isSame && memberOf(document, 'signature') === signature
}

/** Returns the body that the target sent. */
const bodyIn = ({ direction, request, response }: Exchange): string =>
  (direction === 'sent' ? response?.body : request.body) ?? ''

const documentIn = (exchange: Exchange): Json | undefined => jsonIn(withoutMark(bodyIn(exchange)))

/** Removes a byte order mark: FMT-04 judges it. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')
