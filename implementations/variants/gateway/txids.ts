import type { Gateway, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { randomHex } from '../../../reference/service/ports.ts'
import type { Variant } from '../variant.ts'

/** Returns a UUID of version 7 (RFC 9562): the time, then 74 random bits. */
const createTimeOrdered = ({ ports }: Gateway): string => {
  const time = ports.now().toString(16).padStart(12, '0')
  const createRandom = randomHex(ports, 10)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${createRandom.slice(0, 3)}-a${createRandom.slice(3, 6)}-${createRandom.slice(6, 18)}`
}

const createRandom =
  (bytes: number, encoding: 'base64url' | 'base64', prefix = '') =>
  ({ ports }: Gateway): string =>
    prefix + Buffer.from(ports.randomBytes(bytes)).toString(encoding)

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const createBase32 = ({ ports }: Gateway): string =>
  [...ports.randomBytes(26)].map(byte => crockford[byte % 32] ?? '').join('')

/** Other forms of a txid. */
export const txidVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'txids are ordered by time',
    story: 'They are UUIDs of version 7.',
    policies: { newTxid: createTimeOrdered },
  },
  {
    name: 'txids are base64url',
    story: 'They are short and random.',
    policies: { newTxid: createRandom(18, 'base64url', 'tx_') },
  },
  {
    name: 'txids have slashes, plus signs and equals signs',
    story: 'They are base64, and clients escape them in a path.',
    policies: { newTxid: createRandom(16, 'base64') },
  },
  {
    name: 'txids have characters that the JSON writer escapes',
    story: 'A query string is a key in the ledger, and encoding/json writes & as \\u0026.',
    policies: {
      newTxid: gateway => `day=${Math.floor(gateway.ports.now() / 86_400_000)}&tx=${randomHex(gateway.ports, 16)}`,
      encode: body => JSON.stringify(body).replaceAll('&', '\\u0026'),
    },
  },
  { name: 'txids are base 32', story: 'They can be read aloud.', policies: { newTxid: createBase32 } },
  {
    name: 'txids have a scheme',
    story: 'The platform names all resources like that.',
    policies: { newTxid: createRandom(16, 'base64url', 'urn:gw:tx:') },
  },
]
