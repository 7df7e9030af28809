/** A string instead of a txid, as written on the request line. */
export type HostileTxid = {
  name: string
  path: string
  /** A server may normalize it as a path before routing, so any response except a 5xx is correct. */
  isNormalized?: true
}

/** Texts that attackers use to read more than a transaction, or to crash the target. */
export const hostileTxids: readonly HostileTxid[] = [
  { name: 'dots', path: '...' },
  { name: 'escaped dots', path: '%2e%2e', isNormalized: true },
  { name: 'a path upwards', path: '..%2f..%2f..%2fetc%2fpasswd', isNormalized: true },
  { name: 'a path upwards, escaped twice', path: '%252e%252e%252fetc%252fpasswd' },
  { name: 'backslashes', path: '..%5c..%5cboot.ini', isNormalized: true },
  { name: 'a slash', path: 'no/such', isNormalized: true },
  { name: 'an escaped slash', path: 'no%2fsuch', isNormalized: true },
  { name: 'NUL', path: '%00' },
  { name: 'NUL inside', path: 'no%00such' },
  { name: 'a lone percent sign', path: '%' },
  { name: 'a broken escape', path: '%zz' },
  { name: 'bytes that are not UTF-8', path: '%ff%fe' },
  { name: 'an overlong encoding', path: '%c0%ae%c0%ae' },
  { name: 'half a surrogate pair', path: '%ed%a0%80' },
  { name: 'line breaks', path: 'no%0d%0asuch%3a%20x' },
  { name: 'a name that objects have', path: '__proto__' },
  { name: 'another name that objects have', path: 'constructor' },
  { name: 'a quote', path: '%27%20OR%20%271%27%3d%271' },
  { name: 'a wildcard', path: '%25' },
  { name: 'a separate query', path: '%7b%22%24ne%22%3anull%7d' },
  { name: 'emoji', path: '%f0%9f%92%a9' },
  { name: '4,000 characters', path: 'a'.repeat(4_000) },
  { name: '12,000 characters', path: 'a'.repeat(12_000) },
]
