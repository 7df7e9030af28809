import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { targetKey } from '../../../harness/http/target-signature.ts'
import { knownRequestForms } from '../../../protocol/likely-request-forms.ts'
import { verifyRequest } from '../../../protocol/request.ts'

/** The four headers of a request that the target sent; empty where one is missing. */
export const headersOf = ({ headers }: RecordedRequest) => ({
  ocid: headers['x-oc-id'] ?? '',
  timestamp: headers['x-oc-timestamp'] ?? '',
  nonce: headers['x-oc-nonce'] ?? '',
  signature: headers['x-oc-signature'] ?? '',
})

/**
 * Whether X-OC-Signature of what the target sent is the target's. Which bytes it signs is not shown (AUTH-21), and need not be those
 * that it verifies: the form of the profile counts, and every other known one. Heading: Authentication.
 */
export const isSigned = (context: CheckContext, sent: RecordedRequest): boolean => {
  const { canonicalRequest } = context.dialect
  const prefix = new URL(context.counterpart.baseUrl).pathname.replace(/\/$/, '')
  const signer = { publicKey: targetKey(context) }
  const forms = [canonicalRequest, ...Object.values(knownRequestForms())]
  // Behind a proxy the path may arrive without the prefix that the public address has.
  return [...new Set([sent.path, prefix + sent.path])].some(path =>
    forms.some(form =>
      verifyRequest(
        { method: sent.method, path, body: sent.body, ...headersOf(sent) },
        { ...signer, dialect: { ...context.dialect, canonicalRequest: form } },
      ),
    ),
  )
}
