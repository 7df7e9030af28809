import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { escapeVariants, requestVariants, unlistedEscapeVariants } from '../support/dialects.ts'
import type { Variant } from '../variant.ts'

/** Other signature encodings, canonical JSON and canonical requests ("Authentication" specifies none of them). */
export const dialectVariants: readonly Variant<GatewayPolicies>[] = [
  ...escapeVariants,
  ...unlistedEscapeVariants,
  ...requestVariants,
  {
    name: 'signatures are DER in hex',
    story: 'OpenSSL returns them like that.',
    profile: { signatureEncoding: 'der-hex' },
  },
  {
    name: 'signatures are DER in base64',
    story: 'The Java standard library produces DER, in the encoding of the other headers.',
    profile: { signatureEncoding: 'der-base64' },
  },
  {
    name: 'signatures are DER in base64url',
    story: 'The same, without characters that addresses must escape.',
    profile: { signatureEncoding: 'der-base64url' },
  },
  {
    name: 'signatures are 64 bytes in base64',
    story: 'Shorter headers.',
    profile: { signatureEncoding: 'compact-base64' },
  },
  {
    name: 'signatures are 64 bytes in base64url',
    story: 'Copied from JSON Web Signatures.',
    profile: { signatureEncoding: 'compact-base64url' },
  },
  {
    name: 'signatures are upper-case hex',
    story: 'The platform formats hex like that.',
    profile: { signatureEncoding: 'compact-hex-upper' },
  },
  {
    name: 'signatures begin with 0x',
    story: 'From a wallet library.',
    profile: { signatureEncoding: 'compact-hex-0x' },
  },
  {
    name: 'signatures carry the recovery id',
    story: 'Also from a wallet library: 65 bytes.',
    profile: { signatureEncoding: 'recoverable-hex' },
  },
  {
    name: 'payloads are sorted at the top level only',
    story: '"Its keys sorted alphabetically", taken literally.',
    profile: { canonicalJson: 'top-level' },
  },
  {
    name: 'the hash of the body is in Base64',
    story: 'As in the Digest header.',
    profile: {
      canonicalRequest: { template: '${timestamp}\n${nonce}\n${method}\n${path}\n${bodyHashBase64}' },
      signatureEncoding: 'der-base64',
    },
  },
  {
    name: 'the request is signed as canonical JSON of its parts',
    story: 'Payloads and requests are signed the same way.',
    profile: { canonicalRequest: { members: true } },
  },
  {
    name: 'the same, sorted at the top level only',
    story: 'Payloads and requests are signed in the same, simple way.',
    profile: {
      canonicalJson: 'top-level',
      canonicalRequest: { members: true },
    },
  },
  {
    name: 'the same with numbers for OCID and timestamp',
    story: 'They are integers everywhere else.',
    profile: {
      canonicalRequest: {
        template:
          '{"body":${canonicalBody},"method":"${method}","nonce":"${nonce}","ocid":${ocid},"path":"${path}","timestamp":${timestamp}}',
      },
    },
  },
  {
    name: 'the request is signed with its body as received, joined by bars',
    story: 'No hash inside a hash.',
    profile: { canonicalRequest: { template: '${method}|${path}|${ocid}|${timestamp}|${nonce}|${body}' } },
  },
  {
    name: 'the request is signed in another order, joined by dots',
    story: 'Like the webhooks of a large payment provider.',
    profile: {
      canonicalRequest: { template: '${timestamp}.${nonce}.${method}.${path}.${bodyHash}' },
    },
  },
  {
    name: 'the request is signed with the hash of the canonical body, joined by nothing',
    story: 'Proxies that reformat JSON do no harm.',
    profile: {
      canonicalRequest: { template: '${ocid}${timestamp}${nonce}${method}${path}${canonicalBodyHash}' },
    },
  },
  {
    name: 'the request is signed without its query, with a final line feed',
    story: 'A loop that ends each line with a line feed.',
    profile: {
      canonicalRequest: {
        template: '${method}\n${pathname}\n${ocid}\n${timestamp}\n${nonce}\n${bodyHash}\n',
      },
    },
  },
  {
    name: 'the request is signed as a form of its own',
    story: 'Each part has a lower-case name, as in an older API of ours; DER in base64.',
    profile: {
      signatureEncoding: 'der-base64',
      canonicalRequest: {
        template: 'v1;nonce=${nonce};time=${timestamp};id=${ocid};${method} ${path};sha256=${bodyHash}',
      },
    },
  },
]
