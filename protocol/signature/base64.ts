/** Encodes bytes as Base64 (RFC 4648, section 4), with padding. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/**
 * Decodes Base64 strictly: exact padding, no white space, no spare bits, so that each value has one string. Returns undefined
 * for anything else.
 */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}

/** Encodes bytes as base64url (RFC 4648, section 5), without padding. */
export const toBase64url = (bytes: Uint8Array): string => toUrlAlphabet(toUnpaddedBase64(bytes))

/** Decodes base64url as strictly; the padding is either complete or absent. */
export const fromBase64url = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return undefined
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(plain.includes('=') ? plain : plain.padEnd(Math.ceil(plain.length / 4) * 4, '='))
}

/** Encodes bytes as Base64 without padding. */
export const toUnpaddedBase64 = (bytes: Uint8Array): string => toBase64(bytes).replace(/={1,2}$/, '')

/** Encodes bytes as base64url with padding. */
export const toPaddedBase64url = (bytes: Uint8Array): string => toUrlAlphabet(toBase64(bytes))

/** Decodes either alphabet, with complete padding or none, in one line or in the lines of MIME: they have the same bytes. */
export const fromAnyBase64 = (text: string): Uint8Array | undefined => {
  const oneLine = text.replace(/\r?\n/g, '')
  if (/[-_]/.test(oneLine)) return fromBase64url(oneLine)
  return fromBase64(oneLine) ?? (oneLine.includes('=') ? undefined : fromBase64url(toUrlAlphabet(oneLine)))
}

const toUrlAlphabet = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')
