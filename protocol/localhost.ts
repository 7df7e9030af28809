import ipaddr from 'ipaddr.js'

// Names that every system gives to itself.
const names = new Set([
  'localhost',
  'localhost.localdomain',
  'localhost4',
  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
])

/**
 * Whether a host, as the WHATWG URL parser writes it (lower case, IDNA applied, numbers as four decimal parts), is this
 * machine: localhost and what is below it, the loopback and unspecified addresses, and IPv6 addresses that carry one.
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
  return [address, ...carried(address)].some(each => ['loopback', 'unspecified'].includes(each.range()))
}

/** The IPv4 address inside ::a.b.c.d, ::ffff:a.b.c.d, ::ffff:0:a.b.c.d, 64:ff9b::a.b.c.d and 2002:aabb:ccdd::. */
const carried = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] => {
  const bytes = address.toByteArray()
  if (bytes.length !== 16) return []
  const at = embedding(bytes)
  return at === undefined ? [] : [new ipaddr.IPv4(bytes.slice(at, at + 4))]
}

const embedding = (bytes: number[]): number | undefined => {
  const head = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
  if (head.startsWith('2002')) return 2
  return /^(0{24}|0{20}ffff|0{16}ffff0000|0064ff9b0{16})/.test(head) ? 12 : undefined
}
