import { randomInt } from 'node:crypto'
import { metadataDocument } from '../../../protocol/metadata.ts'
import type { signPayload } from '../../../protocol/signature/payload.ts'
import { decodeSignature, encodeSignature, highS } from '../../../protocol/signature/signature.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { notificationHeaders } from '../../../reference/gateway/notification/outbox.ts'

type Sign = typeof signPayload

/** Replaces a signature by its equally valid counterpart with a high s, half of the time. */
export const raiseHalf = (signature: string): string => {
  const compact = decodeSignature(signature)
  return compact === undefined || randomInt(2) === 0
    ? signature
    : encodeSignature({ compact: highS(compact), recovery: 0 })
}

/** Signs payloads with a low or a high s, like a library that does not normalize s. */
export const signWithEither =
  (sign: Sign): Sign =>
  (payload, key, dialect) =>
    raiseHalf(sign(payload, key, dialect))

/** Gives every signature of a gateway a low or a high s. */
export const signWithEitherS = (sign: Sign): Partial<GatewayPolicies> => ({
  signPayload: signWithEither(sign),
  metadata: (identity, key, profile) => {
    const document = metadataDocument(identity, key, profile)
    return { ...document, signature: raiseHalf(String(document.signature)) }
  },
  notificationHeaders: (parts, key, dialect) => {
    const headers = notificationHeaders(parts, key, dialect)
    return { ...headers, 'X-OC-Signature': raiseHalf(headers['X-OC-Signature'] ?? '') }
  },
})
