import { metadataDocument } from '../../../protocol/metadata.ts'
import { signPayload, verifyPayload } from '../../../protocol/signature/payload.ts'
import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import { escapeVariants, requestVariants, unlistedEscapeVariants } from '../support/dialects.ts'
import { raiseHalf } from '../support/high-s.ts'
import type { Variant } from '../variant.ts'

/** Other signature encodings, canonical JSON and canonical requests ("Authentication" specifies none of them). */
export const dialectVariants: readonly Variant<MerchantPolicies>[] = [
  ...escapeVariants,
  ...unlistedEscapeVariants,
  ...requestVariants,
  {
    name: 'DER in hex, payloads sorted at the top level, requests joined by bars',
    story: 'OpenSSL, and "its keys sorted alphabetically" taken literally.',
    profile: {
      signatureEncoding: 'der-hex',
      canonicalJson: 'top-level',
      canonicalRequest: { template: '${method}|${path}|${ocid}|${timestamp}|${nonce}|${bodyHash}' },
    },
  },
  {
    name: '64 bytes in base64, requests as canonical JSON of their parts',
    story: 'Payloads and requests are signed the same way.',
    profile: { signatureEncoding: 'compact-base64', canonicalRequest: { members: true } },
  },
  {
    name: '64 bytes in base64url, requests sorted at the top level, in another order',
    story: 'Copied from JSON Web Signatures, and from the webhooks of a large payment provider.',
    profile: {
      signatureEncoding: 'compact-base64url',
      canonicalJson: 'top-level',
      canonicalRequest: { template: '${timestamp}.${nonce}.${method}.${path}.${body}' },
    },
  },
  {
    name: 'upper-case hex, requests with the hash of the canonical body, joined by nothing',
    story: 'Proxies that reformat JSON do no harm.',
    profile: {
      signatureEncoding: 'compact-hex-upper',
      canonicalRequest: { template: '${method}${path}${timestamp}${nonce}${ocid}${canonicalBodyHash}' },
    },
  },
  {
    name: 'hex with 0x in front, requests without their query and with a final line feed',
    story: 'From a wallet library; a loop that ends each line with a line feed.',
    profile: {
      signatureEncoding: 'compact-hex-0x',
      canonicalRequest: { template: '${method}\n${pathname}\n${ocid}\n${timestamp}\n${nonce}\n${bodyHash}\n' },
    },
  },
  {
    name: '65 bytes with the recovery id, requests as a text of their own',
    story: 'Also from a wallet library.',
    profile: {
      signatureEncoding: 'recoverable-hex',
      canonicalRequest: { template: 'id=${ocid};at=${timestamp};n=${nonce};${method} ${path};${canonicalBody}' },
    },
  },
  {
    name: 'payloads are signed sorted at the top level, and verified in either way',
    story: 'Partners sort nested members or leave them unsorted; the shop accepts both, and signs as it always has.',
    isAlone: 'Its form of signatures must be discovered, and others come with a profile.',
    isDiscovered: true,
    policies: {
      signPayload: (payload, key, dialect) => signPayload(payload, key, { ...dialect, canonicalJson: 'top-level' }),
      verifyPayload: (payload, signature, { publicKey, dialect }) =>
        (['rfc8785', 'top-level'] as const).some(canonicalJson =>
          verifyPayload(payload, signature, { publicKey, dialect: { ...dialect, canonicalJson } }),
        ),
    },
  },
  {
    name: 'DER in base64',
    story: 'The Java standard library produces DER, in the encoding of other headers.',
    profile: { signatureEncoding: 'der-base64' },
  },
  {
    name: '64 bytes in base64url with padding',
    story: 'urlsafe_b64encode of Python.',
    profile: { signatureEncoding: 'compact-base64url-padded' },
  },
  {
    name: 'signatures have a high s half of the time',
    story: 'The library does not normalize s; both values are valid.',
    policies: {
      signPayload: (payload, key, dialect) => raiseHalf(signPayload(payload, key, dialect)),
      metadata: (identity, key, profile) => {
        const document = metadataDocument(identity, key, profile)
        return { ...document, signature: raiseHalf(String(document.signature)) }
      },
    },
  },
]
