import { verifyRequest } from '../../protocol/request.ts'
import { knownRequestForms } from '../../protocol/request-forms.ts'
import type { Witnessed } from '../harness/counterpart.ts'
import { targetKey } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'

/** The four headers of a request that the target sent; empty where one is missing. */
export const headersOf = ({ headers }: Witnessed) => ({
  ocid: headers['x-oc-id'] ?? '',
  timestamp: headers['x-oc-timestamp'] ?? '',
  nonce: headers['x-oc-nonce'] ?? '',
  signature: headers['x-oc-signature'] ?? '',
})

/**
 * Whether X-OC-Signature of what the target sent is the target's. Which bytes it signs is not shown (AUTH-21), and need not be those
 * that it verifies: the form of the profile counts, and every other known one. Heading: Authentication.
 */
export const isSigned = (stage: Stage, sent: Witnessed): boolean => {
  const { canonicalRequest } = stage.dialect
  const prefix = new URL(stage.counterpart.baseUrl).pathname.replace(/\/$/, '')
  const signer = { publicKey: targetKey(stage) }
  const forms = [canonicalRequest, ...Object.values(knownRequestForms())]
  // Behind a proxy the path may arrive without the prefix that the public address has.
  return [...new Set([sent.path, prefix + sent.path])].some(path =>
    forms.some(form =>
      verifyRequest(
        { method: sent.method, path, body: sent.body, ...headersOf(sent) },
        { ...signer, dialect: { ...stage.dialect, canonicalRequest: form } },
      ),
    ),
  )
}
