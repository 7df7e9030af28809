import { isObject, type Json, type JsonObject, jsonIn } from '../../protocol/json/json.ts'
import { type Dialect, headerEncodingOf } from '../../protocol/profile.ts'
import { likelyRequestForms } from '../../protocol/request/likely-request-forms.ts'
import type { RequestParts } from '../../protocol/request/request.ts'
import { isSameForm } from '../../protocol/request/request-form.ts'
import { type Named, payloadTexts, requestVariants } from '../../protocol/signature/candidate-texts.ts'
import { sha256 } from '../../protocol/signature/hash.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload, verifyPayload } from '../../protocol/signature/payload.ts'
import { encodeSignature, type SignatureEncoding, signatureEncodings } from '../../protocol/signature/signature.ts'
import { codeOf } from './pending-response.ts'
import type { HttpResponse } from './response.ts'

/** A correct request that was rejected for its signature, and how to send it again. */
export type RefusedRequest = {
  parts: RequestParts
  key: PrivateKey
  dialect: Dialect
  /** Sends the same request signed over other parts, or in another dialect. */
  signedOver: (parts: RequestParts, dialect?: Dialect) => PromiseLike<HttpResponse>
  /** Sends another body, correctly signed. */
  withBody: (body: Json) => PromiseLike<HttpResponse>
}

/** Maximum number of requests per diagnosis. */
const mostRequests = 60

/**
 * Diagnoses a rejected signature: sends the request again, signed over other plausible texts, and names the first that
 * is accepted. Returns a sentence; `undefined` if none is accepted. Heading: Authentication.
 */
export const diagnoseRefusal = async (refusal: HttpResponse, refused: RefusedRequest): Promise<string | undefined> => {
  const code = codeOf(refusal)
  const isAccepted = (response: HttpResponse) => !response.silence && response.status < 500 && codeOf(response) !== code
  for (const { name, value } of candidates(code, refused).slice(0, mostRequests))
    if (isAccepted(await value())) return name === again ? passing : `The target accepts it when it is signed ${name}.`
  return undefined
}

const again = 'the same again'

/** The diagnosis of a temporary refusal: usually the target could not read the signer's metadata in time. */
export const passing = 'The target accepts the same when it is sent again.'

type Candidate = Named<() => PromiseLike<HttpResponse>>

const candidates = (code: unknown, refused: RefusedRequest): Candidate[] => {
  if (code === 'PROOF_SIGNATURE_INVALID') return payloadCandidates(refused)
  return code === 'INVALID_SIGNATURE' ? [...requestCandidates(refused), ...payloadCandidates(refused)] : []
}

/** How many of the most likely canonical requests are tried. */
const formsTried = 12

const requestCandidates = (refused: RefusedRequest): Candidate[] => [
  ...requestVariants(refused.parts).map(({ name, value }) => ({
    name: `over ${name}`,
    value: () => refused.signedOver(value),
  })),
  ...dialectCandidates(refused),
]

/** Operations may accept different dialects. */
const dialectCandidates = ({ parts, dialect, signedOver }: RefusedRequest): Candidate[] => {
  const encodings = encodingsBut(headerEncodingOf(dialect)).map(encoding => ({
    name: `with X-OC-Signature as ${encoding}; the profile of the run says ${headerEncodingOf(dialect)}`,
    value: () => signedOver(parts, { ...dialect, headerSignatureEncoding: encoding }),
  }))
  const forms = likelyRequestForms()
    .slice(0, formsTried)
    .filter(({ form }) => !isSameForm(form, dialect.canonicalRequest))
    .map(({ name, form }) => ({
      name: `over a different canonical request (${name}) than the profile of the run says`,
      value: () => signedOver(parts, { ...dialect, canonicalRequest: form }),
    }))
  return [...encodings, ...forms]
}

/** Returns the other ways to write a signature; digits may be in either case where hex is read. */
const encodingsBut = (own: SignatureEncoding): SignatureEncoding[] =>
  signatureEncodings.filter(encoding => encoding !== own && encoding !== 'compact-hex-upper')

const payloadCandidates = ({ parts, key, dialect, withBody }: RefusedRequest): Candidate[] => {
  const body = bodyOf(parts)
  const member = ['order', 'proof'].find(name => isObject(body[name])) ?? ''
  const payload = body[member] ?? null
  // A payload that was deliberately signed wrongly is rightly rejected.
  if (!verifyPayload(payload, body.signature, { publicKey: key.publicKey, dialect })) return []
  const others = payloadTexts(payload).map(({ name, value }) => ({
    name: `over ${name}, as the signature of the ${member}`,
    value: () => withBody({ ...body, signature: encodeSignature(key.sign(sha256(value)), dialect.signatureEncoding) }),
  }))
  const encodings = encodingsBut(dialect.signatureEncoding).map(encoding => ({
    name: `with the signature of the ${member} as ${encoding}; the profile of the run says ${dialect.signatureEncoding}`,
    value: () =>
      withBody({ ...body, signature: signPayload(payload, key, { ...dialect, signatureEncoding: encoding }) }),
  }))
  return [{ name: again, value: () => withBody(body) }, ...encodings, ...others]
}

const bodyOf = ({ body }: RequestParts): JsonObject => {
  const value = jsonIn(typeof body === 'string' ? body : new TextDecoder().decode(body))
  return isObject(value) ? value : {}
}
