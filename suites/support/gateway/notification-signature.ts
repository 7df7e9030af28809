import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { targetKey } from '../../../harness/http/target-signature.ts'
import { knownRequestForms } from '../../../protocol/likely-request-forms.ts'
import { verifyRequest } from '../../../protocol/request.ts'

/** Returns the four headers of a request that the target sent; a missing one is empty. */
export const headersOf = ({ headers }: RecordedRequest) => ({
  ocid: headers['x-oc-id'] ?? '',
  timestamp: headers['x-oc-timestamp'] ?? '',
  nonce: headers['x-oc-nonce'] ?? '',
  signature: headers['x-oc-signature'] ?? '',
})

/**
 * Tells whether X-OC-Signature of a request is the target's. The document does not show which bytes it signs (AUTH-21), and they may
 * differ from those that it verifies, so the form of the profile and every other known form count. Heading: Authentication.
 */
export const isSigned = (context: CheckContext, request: RecordedRequest): boolean => {
  const { canonicalRequest } = context.dialect
  const prefix = new URL(context.counterpart.baseUrl).pathname.replace(/\/$/, '')
  const signer = { publicKey: targetKey(context) }
  const forms = [canonicalRequest, ...Object.values(knownRequestForms())]
  // Behind a proxy the path may arrive without the prefix of the public address.
  return [...new Set([request.path, prefix + request.path])].some(path =>
    forms.some(form =>
      verifyRequest(
        { method: request.method, path, body: request.body, ...headersOf(request) },
        { ...signer, dialect: { ...context.dialect, canonicalRequest: form } },
      ),
    ),
  )
}
