import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { baseUrl, readOption } from '../../engine/settings/options/readers.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'

/** Addresses beyond the link-local ones at which clouds give their machines credentials. */
const cloudMetadata = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'].map(text =>
  ipaddr.parse(text).toNormalizedString(),
)

/** Ranges of such addresses, and of those that stand for one of another kind. */
const forbiddenRanges = ['linkLocal', 'rfc6052', 'rfc6145', '6to4', 'teredo']

const isForbidden = (ip: string): boolean => {
  const address = ipaddr.process(ip)
  return forbiddenRanges.includes(address.range()) || cloudMetadata.includes(address.toNormalizedString())
}

/**
 * Returns the address of a report, which may come from anybody. UsageError if it is not an address of a target, or leads to the machine's own
 * network, where clouds hand out credentials.
 */
export const addressIn = async (text: string, file: string): Promise<string> => {
  const address = readOption(baseUrl, text, `${file}: target.baseUrl`)
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const found = ipaddr.isValid(host) ? [host] : await addressesOf(host)
  if (!found.some(isForbidden)) return address
  throw new UsageError(
    `${file} names ${host}, where a cloud gives its machines credentials: nothing is sent to it.`,
    'Give the address of your target.',
  )
}

/** A name that is not found leads nowhere: the run says so. */
const addressesOf = (host: string): Promise<string[]> =>
  lookup(host, { all: true }).then(
    all => all.map(({ address }) => address),
    () => [],
  )
