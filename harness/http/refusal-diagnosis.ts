import { sha256 } from '../../protocol/hash.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import type { Dialect } from '../../protocol/profile.ts'
import type { RequestParts } from '../../protocol/request.ts'
import { encodeSignature } from '../../protocol/signature.ts'
import { type Named, payloadTexts, requestVariants } from '../../protocol/signed-texts.ts'
import { codeOf } from './pending-response.ts'
import type { HttpResponse } from './response.ts'

/** A correct request that was refused for a signature, and how to send it again. */
export type RefusedRequest = {
  parts: RequestParts
  key: PrivateKey
  dialect: Dialect
  /** Sends the same request signed over other parts. */
  signedOver: (parts: RequestParts) => PromiseLike<HttpResponse>
  /** Sends another body, signed as it has to be. */
  withBody: (body: Json) => PromiseLike<HttpResponse>
}

/** Requests that finding out may cost at most. */
const mostRequests = 24

/**
 * Over what the target takes a signature that it refused over the right text, as a sentence: the request is sent again, signed otherwise, until one
 * is taken. Heading: Authentication.
 */
export const diagnoseRefusal = async (refusal: HttpResponse, refused: RefusedRequest): Promise<string | undefined> => {
  const code = codeOf(refusal)
  const isTaken = (response: HttpResponse) => !response.silence && response.status < 500 && codeOf(response) !== code
  for (const { name, value } of questions(code, refused).slice(0, mostRequests))
    if (isTaken(await value())) return `It is taken when it is signed over ${name}.`
  return undefined
}

type Question = Named<() => PromiseLike<HttpResponse>>

const questions = (code: unknown, refused: RefusedRequest): Question[] => {
  if (code === 'PROOF_SIGNATURE_INVALID') return ofPayload(refused)
  return code === 'INVALID_SIGNATURE' ? [...ofRequest(refused), ...ofPayload(refused)] : []
}

const ofRequest = ({ parts, signedOver }: RefusedRequest): Question[] =>
  requestVariants(parts).map(({ name, value }) => ({ name, value: () => signedOver(value) }))

const ofPayload = ({ parts, key, dialect, withBody }: RefusedRequest): Question[] => {
  const body = bodyOf(parts)
  const member = ['order', 'proof'].find(name => isObject(body[name])) ?? ''
  const payload = body[member] ?? null
  // What was not signed well in the first place is refused rightly.
  if (!verifyPayload(payload, body.signature, { publicKey: key.publicKey, dialect })) return []
  return payloadTexts(payload).map(({ name, value }) => ({
    name: `${name}, as the signature of the ${member}`,
    value: () => withBody({ ...body, signature: encodeSignature(key.sign(sha256(value)), dialect.signatureEncoding) }),
  }))
}

const bodyOf = ({ body }: RequestParts): JsonObject => {
  try {
    const value: Json = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
