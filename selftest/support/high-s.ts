import { randomInt } from 'node:crypto'
import { metadataDocument } from '../../protocol/metadata.ts'
import type { signPayload } from '../../protocol/payload.ts'
import { decodeSignature, encodeSignature, highS } from '../../protocol/signature.ts'
import { notificationHeaders } from '../../reference/gateway/notification/outbox.ts'
import type { GatewayPolicies } from '../../reference/gateway/policies.ts'

type Sign = typeof signPayload

/** The other of two valid signatures, half of the time: a library that does not normalize s. */
export const halfHigh = (signature: string): string => {
  const compact = decodeSignature(signature)
  return compact === undefined || randomInt(2) === 0
    ? signature
    : encodeSignature({ compact: highS(compact), recovery: 0 })
}

export const sometimesHigh =
  (sign: Sign): Sign =>
  (payload, key, dialect) =>
    halfHigh(sign(payload, key, dialect))

/** Every signature that a gateway makes. */
export const signedEitherWay = (sign: Sign): Partial<GatewayPolicies> => ({
  signPayload: sometimesHigh(sign),
  metadata: (identity, key, profile) => {
    const document = metadataDocument(identity, key, profile)
    return { ...document, signature: halfHigh(String(document.signature)) }
  },
  notificationHeaders: (parts, key, dialect) => {
    const headers = notificationHeaders(parts, key, dialect)
    return { ...headers, 'X-OC-Signature': halfHigh(headers['X-OC-Signature'] ?? '') }
  },
})
