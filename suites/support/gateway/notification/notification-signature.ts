import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest } from '../../../../harness/counterpart.ts'
import { targetKey } from '../../../../harness/http/target-signature.ts'
import { blocked, fail } from '../../../../harness/outcome.ts'
import { knownRequestForms } from '../../../../protocol/request/likely-request-forms.ts'
import { type RequestParts, verifyRequest } from '../../../../protocol/request/request.ts'
import type { RequestForm } from '../../../../protocol/request/request-form.ts'
import { diagnoseRequest } from '../../../../protocol/signature/diagnosis.ts'
import { encodingsOf } from '../../../../protocol/signature/signature.ts'

/** Returns the four headers of a request that the target sent; a missing one is empty. */
export const headersOf = ({ headers }: RecordedRequest) => ({
  ocid: headers['x-oc-id'] ?? '',
  timestamp: headers['x-oc-timestamp'] ?? '',
  nonce: headers['x-oc-nonce'] ?? '',
  signature: headers['x-oc-signature'] ?? '',
})

/** Returns the path of the base address of the identity that a request is for. */
const baseOf = ({ counterpart }: CheckContext, { ocid }: RecordedRequest): string =>
  `${new URL(counterpart.baseUrl).pathname.replace(/\/$/, '')}/${ocid}`

/** Returns the paths that the target may have signed: the path as it arrived, with the base that a proxy removed, and below the base. */
const signedPaths = ({ path }: RecordedRequest, base: string): string[] => {
  const prefix = base.slice(0, base.lastIndexOf('/'))
  const below = path.startsWith(`${base}/`) ? [path.slice(base.length)] : []
  return [...new Set([path, prefix + path, ...below])]
}

/**
 * Returns whether X-OC-Signature of a request was made by the target. The document specifies neither which bytes it signs (AUTH-21) nor its
 * encoding (SIG-07), and both may differ from those that the target verifies. So any known form and encoding is accepted, and the path may
 * be signed whole or below the base. Heading: Authentication.
 */
export const isSigned = (context: CheckContext, request: RecordedRequest): boolean => {
  const { signature, ...claims } = headersOf(request)
  const base = baseOf(context, request)
  const publicKey = targetKey(context)
  const encodings = encodingsOf(signature)
  const isSignedAs = (parts: RequestParts, forms: readonly RequestForm[]): boolean =>
    encodings.some(headerSignatureEncoding =>
      forms.some(canonicalRequest => {
        const dialect = { ...context.dialect, headerSignatureEncoding, canonicalRequest }
        return verifyRequest({ ...parts, signature }, { publicKey, dialect })
      }),
    )
  const isSignedIn = (forms: readonly RequestForm[]): boolean =>
    signedPaths(request, base).some(path =>
      isSignedAs({ method: request.method, path, base, body: request.body, ...claims }, forms),
    )
  // Nearly every target signs the way it verifies; trying all other forms takes longer than a check.
  return isSignedIn([context.dialect.canonicalRequest]) || isSignedIn(Object.values(knownRequestForms()))
}

/** Fails the clause unless X-OC-Signature of a request is the target's; the failure names what else would have verified. */
export const expectRequestSigned = (context: CheckContext, what: string, request: RecordedRequest): void => {
  const { signature, ...headers } = headersOf(request)
  if (signature === '') blocked('the notification has no X-OC-Signature (NOTIFY-02)', 'NOTIFY-02')
  if (isSigned(context, request)) return
  const parts = { method: request.method, path: request.path, body: request.body, ...headers }
  const diagnosis = diagnoseRequest(parts, signature, { "the target's published key": targetKey(context) })
  fail(`X-OC-Signature of ${what} does not verify${diagnosis ? `: ${diagnosis}` : ''}`, {
    expected: "the target's signature of the canonical request",
    actual: signature,
    isProof: true,
    byKey: true,
    at: { exchange: context.run.received(request) },
  })
}
