import { signPayload } from '../../../protocol/signature/payload.ts'
import type { CommonPolicies } from '../../../reference/every-role/contract.ts'
import type { Variant } from '../variant.ts'

/** Escapes in canonical JSON, which every role may choose ("Authentication" specifies none). */
export const escapeVariants: readonly Variant<CommonPolicies>[] = [
  {
    name: 'payloads are signed as PHP writes JSON',
    story: 'json_encode with its defaults, after ksort.',
    profile: { canonicalEscapes: ['slash', 'non-ascii'] },
    isDiscovered: true,
  },
  {
    name: 'payloads are signed as PHP writes JSON with JSON_UNESCAPED_SLASHES',
    story: 'The addresses looked ugly.',
    profile: { canonicalEscapes: ['non-ascii'] },
    isDiscovered: true,
  },
  {
    name: 'payloads are signed as Python writes JSON',
    story: 'json.dumps(payload, sort_keys=True, separators=(",", ":")).',
    profile: { canonicalEscapes: ['delete', 'non-ascii'] },
    isDiscovered: true,
  },
  {
    name: 'payloads are signed as Go writes JSON',
    story: 'json.Marshal of a map sorts its keys, and is safe in a page.',
    profile: { canonicalEscapes: ['markup', 'line-separators'] },
    isDiscovered: true,
  },
]

/** Escapes of unknown JSON writers: each is learned from the target's signatures. */
export const unlistedEscapeVariants: readonly Variant<CommonPolicies>[] = [
  {
    name: 'only what is markup in a page is escaped before it is signed',
    story: 'A replacer around the serializer, copied from an article on scripts in pages.',
    profile: { canonicalEscapes: ['U+0026', 'U+003C', 'U+003E'] },
    isDiscovered: true,
  },
  {
    name: 'a backspace is signed as \\u0008',
    story: 'A serializer that knows four of the five short escapes.',
    profile: { canonicalEscapes: ['U+0008'] },
    isDiscovered: true,
  },
  {
    name: 'only characters beyond the first plane are signed as surrogate pairs',
    story: 'The column holds three bytes per character, so longer ones are escaped before they are stored and signed.',
    profile: { canonicalEscapes: ['U+10000-U+10FFFF'] },
    isDiscovered: true,
  },
  {
    name: 'everything beyond ASCII is escaped in upper case, and control characters in lower case',
    story: 'JSON.stringify with a custom replacer.',
    profile: { canonicalEscapes: ['U+0080-U+10FFFF:upper'] },
    isDiscovered: true,
  },
  {
    name: 'Latin-1, the apostrophe and the plus sign are escaped',
    story: 'Characters that once broke an import have been escaped ever since.',
    profile: { canonicalEscapes: ['U+0027', 'U+002B', 'U+0080-U+00FF'] },
    isDiscovered: true,
  },
  {
    name: 'slashes are signed as \\u002f, and so is U+007F',
    story: 'The texts are written into pages and terminals.',
    profile: { canonicalEscapes: ['U+002F', 'U+007F'] },
    isDiscovered: true,
  },
]

/** Encodings of X-OC-Signature, and paths in the canonical request, for roles with signed requests. */
export const requestVariants: readonly Variant<CommonPolicies>[] = [
  {
    name: 'payloads are signed in DER, headers in 64 bytes of base64',
    story: 'The payloads are signed by OpenSSL, the headers by a library for webhooks.',
    profile: { signatureEncoding: 'der-hex', headerSignatureEncoding: 'compact-base64' },
    isDiscovered: true,
  },
  {
    name: 'orders and proofs are signed in DER, the metadata in hex',
    story: 'The metadata is signed by hand once a year, the rest by the Java standard library.',
    policies: {
      signPayload: (payload, key, dialect) =>
        signPayload(payload, key, { ...dialect, signatureEncoding: 'der-base64' }),
    },
  },
  {
    name: 'requests are signed as canonical JSON that escapes slashes',
    story: 'Payloads and requests are signed by one function, in PHP.',
    profile: { canonicalEscapes: ['slash', 'non-ascii'], canonicalRequest: { members: true } },
    isDiscovered: true,
  },
  {
    name: 'the request is signed as a query string',
    story: 'http_build_query sorts and encodes.',
    profile: {
      canonicalRequest: {
        template:
          'body=${bodyHash}&method=${method}&nonce=${url:nonce}&ocid=${ocid}&path=${url:path}&timestamp=${timestamp}',
      },
    },
  },
]

/** Requests are signed with their path below the base address. */
export const belowBase = { template: '${method}\n${pathBelowBase}\n${ocid}\n${timestamp}\n${nonce}\n${bodyHash}' }
