import ipaddr from 'ipaddr.js'

// Names that operating systems define for the loopback interface.
const names = new Set([
  'localhost',
  'localhost.localdomain',
  'localhost4',
  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
])

/**
 * Checks whether a host, as the WHATWG URL parser writes it (lower case, IDNA applied, numbers as four decimal parts), is
 * this machine: localhost and its subdomains, the loopback and unspecified addresses, and IPv6 addresses that embed one.
 * Clauses: GRANT-05, GRANT-09.
 */
export const isLocalhost = (hostname: string): boolean => {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .split('.')
    .filter(Boolean)
    .join('.')
  return names.has(host) || host.endsWith('.localhost') || isLoopback(host)
}

const isLoopback = (host: string): boolean => {
  if (!ipaddr.isValid(host)) return false
  const address = ipaddr.parse(host)
  return [address, ...embeddedIpv4(address)].some(candidate => ['loopback', 'unspecified'].includes(candidate.range()))
}

/** Returns the IPv4 address inside ::a.b.c.d, ::ffff:a.b.c.d, ::ffff:0:a.b.c.d, 64:ff9b::a.b.c.d and 2002:aabb:ccdd::. */
const embeddedIpv4 = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] => {
  const bytes = address.toByteArray()
  if (bytes.length !== 16) return []
  const offset = embeddingOffset(bytes)
  return offset === undefined ? [] : [new ipaddr.IPv4(bytes.slice(offset, offset + 4))]
}

const embeddingOffset = (bytes: number[]): number | undefined => {
  const head = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
  if (head.startsWith('2002')) return 2
  return /^(0{24}|0{20}ffff|0{16}ffff0000|0064ff9b0{16})/.test(head) ? 12 : undefined
}
