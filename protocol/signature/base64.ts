/** Encodes bytes as Base64 (RFC 4648, section 4), with padding. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/**
 * Decodes Base64 strictly: exact padding, no white space, no spare bits, so that each value has one text. Returns undefined
 * for anything else.
 */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}

/** Encodes bytes as base64url (RFC 4648, section 5), without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Decodes base64url as strictly; the padding is either complete or absent. */
export const fromBase64url = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return undefined
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(plain.includes('=') ? plain : plain.padEnd(Math.ceil(plain.length / 4) * 4, '='))
}
