import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network that an IP address belongs to, as the harness sees it. `this machine`: loopback or unspecified. `special`: multicast,
 * reserved, documentation and the like.
 */
export type Reach = 'public' | 'private' | 'this machine' | 'link-local' | 'cloud metadata' | 'special'

/** Addresses from which clouds serve credentials to their machines: AWS, Google, Azure, Alibaba, Oracle, Tencent. */
const metadataAddresses = new Set(
  [
    ...['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.0.23', '192.0.0.192'],
    ...['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'],
  ].map(address => ipaddr.parse(address).toString()),
)

const metadataNames =
  /^(?:metadata(?:\.google\.internal|\.goog|\.tencentyun\.com|\.azure\.internal)?|instance-data(?:\.ec2\.internal)?)$/

const reaches: Readonly<Record<string, Reach>> = {
  unicast: 'public',
  loopback: 'this machine',
  unspecified: 'this machine',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
}

/** Returns the IPv4 address embedded in an IPv6 address: mapped, compatible, translated, 6to4 or ISATAP. */
const innerOf = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  const bytes = address.toByteArray()
  const range = address.range()
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  const last = new ipaddr.IPv4(bytes.slice(12))
  if (['ipv4Mapped', 'rfc6145', 'rfc6052'].includes(range)) return last
  const isCompatible = bytes.slice(0, 12).every(byte => byte === 0) && range === 'unicast'
  const isIsatap = bytes[10] === 0x5e && bytes[11] === 0xfe && bytes[9] === 0
  return isCompatible || isIsatap ? last : undefined
}

const localTranslation = ipaddr.parseCIDR('64:ff9b:1::/48')

/** Returns the reach of a valid IP address; an embedded IPv4 address decides for an IPv6 address. */
export const reachOf = (address: string): Reach => {
  const parsed = ipaddr.process(address)
  if (metadataAddresses.has(parsed.toString())) return 'cloud metadata'
  const inner = parsed instanceof ipaddr.IPv6 ? innerOf(parsed) : undefined
  if (inner !== undefined) {
    const reach = reachOf(inner.toString())
    return reach === 'public' && parsed.match(localTranslation) ? 'private' : reach
  }
  return reaches[parsed.range()] ?? 'special'
}

const phrases: Readonly<Record<Reach, string>> = {
  public: 'a public address',
  private: 'a private address',
  'this machine': 'this machine',
  'link-local': 'a link-local address',
  'cloud metadata': 'the metadata service of a cloud, which holds credentials',
  special: 'an address for special use',
}

/** A target leads to a forbidden address, so nothing is sent. The message has the remedy. */
export class ForbiddenLead extends Error {
  override readonly name = 'ForbiddenLead'
}

const forbidden = (origin: string, reach: Reach, { address = '', isReported = false } = {}): ForbiddenLead => {
  const shown = origin.slice(0, 200)
  const by = isReported ? 'which a report names' : 'to which the target leads'
  const where = `nothing is sent to ${shown}${address && ` (${address})`}, ${by}: it is ${phrases[reach]}`
  if (isReported) return new ForbiddenLead(`${where}; give the address of your target`)
  if (reach === 'cloud metadata') return new ForbiddenLead(`${where}; make the target lead elsewhere`)
  const remedy = `if it belongs to the target, add "${shown}" to target.origins in the config`
  return new ForbiddenLead(`${where}, and the target is elsewhere; ${remedy}`)
}

type Address = { address: string; family: number }

type Resolve = (
  hostname: string,
  options: { all: true; family?: number | undefined },
  done: (error: NodeJS.ErrnoException | null, found: Address[]) => void,
) => void

/**
 * `named`: additional addresses in the operator's config. `isReported`: the targets come from a report, which is untrusted. `resolve`: by
 * default the resolver of this machine.
 */
export type LeadOptions = {
  targets: readonly string[]
  isReported?: boolean
  named?: readonly string[]
  resolve?: Resolve
}

/** Returns the host of a URL: a name, or an IP address without brackets. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** An address and its reach. */
type Place = Address & { reach: Reach }

const placed = (addresses: readonly Address[]): Place[] =>
  addresses.map(each => ({ ...each, reach: reachOf(each.address) }))

/** Returns whether hosts at these places may lead to another: to a public address, to the same address, and to one of the same kind. */
const mayLead = (from: readonly Place[] = [], { address, reach }: Place): boolean =>
  reach === 'public' ||
  from.some(place => place.address === address) ||
  ((reach === 'private' || reach === 'this machine') && from.some(place => place.reach === reach))

/**
 * The one rule for every address that a target supplies: a redirect, config.endpoint, redirect_url, the address of an order, a form, a
 * frame, a script, an icon. A target may lead to public addresses, to its own, and to those of the same kind (private, this machine); to
 * others only if the operator configured their origin; never to a cloud's metadata service. A configured name keeps the addresses to which
 * it first resolved. A target from a report may have any address except a link-local one.
 */
export class Leads {
  readonly #origins = new Set<string>()
  readonly #targets = new Set<string>()
  readonly #isReported: boolean
  /** The addresses to which each configured host first resolved. */
  readonly #known = new Map<string, readonly Place[]>()
  readonly #resolve: Resolve

  constructor({ targets, named = [], isReported = false, resolve = lookUp }: LeadOptions) {
    this.#resolve = resolve
    this.#isReported = isReported
    for (const target of targets) this.add(target)
    for (const url of named) this.#name(url)
  }

  /** Adds a target: its reach decides where it may lead. */
  add(target: string): void {
    this.#name(target)
    if (URL.canParse(target)) this.#targets.add(hostOf(target))
  }

  /**
   * Returns whether requests to an address may carry the headers of authentication: only those to the target, and to what the operator
   * configured. Anyone else could forward them to the target.
   */
  mayBeSigned(url: string): boolean {
    return this.#origins.has(new URL(url).origin)
  }

  /**
   * Returns why nothing may be sent to an origin; `undefined` if it is allowed. A name is resolved here only for a proxied connection,
   * since the proxy resolves it elsewhere.
   */
  async refusalOf(url: string, isProxied = false): Promise<ForbiddenLead | undefined> {
    const { origin } = new URL(url)
    const host = hostOf(origin)
    if (metadataNames.test(host)) return forbidden(origin, 'cloud metadata')
    const isAddress = ipaddr.isValid(host)
    if (!isAddress && !isProxied) return undefined
    // A name that only the proxy can resolve is the proxy's decision.
    const found = isAddress ? [{ address: host, family: 0 }] : await this.#resolved(host).catch(() => [])
    const decided = this.#admitted(origin, found)
    return decided instanceof ForbiddenLead ? decided : undefined
  }

  /** Returns a resolver to use when connecting, so that the address cannot change between check and use. */
  lookup(origin: string): LookupFunction {
    return (host, options, callback) => {
      const done = (found: Address[]) => {
        const decided = this.#admitted(origin, found)
        if (decided instanceof ForbiddenLead) return callback(decided, '')
        const [first] = decided
        if (first === undefined) return callback(new Error(`${host} has no address`), '')
        return options.all ? callback(null, decided) : callback(null, first.address, first.family)
      }
      const family = typeof options.family === 'number' ? options.family : undefined
      this.#resolved(host, family).then(done, error => callback(error, ''))
    }
  }

  #name(url: string): void {
    if (!URL.canParse(url)) return
    const host = hostOf(url)
    this.#origins.add(new URL(url).origin)
    if (ipaddr.isValid(host)) this.#known.set(host, placed([{ address: host, family: 0 }]))
  }

  #resolved(host: string, family?: number): Promise<Address[]> {
    return new Promise((done, failed) => {
      const options = { all: true as const, ...(family === undefined ? {} : { family }) }
      this.#resolve(host, options, (error, found) => (error ? failed(error) : done(found)))
    })
  }

  /** Returns the allowed addresses, or why none is allowed. */
  #admitted(origin: string, found: readonly Address[]): Address[] | ForbiddenLead {
    const host = hostOf(origin)
    const places = placed(found)
    const refused =
      places.find(({ reach }) => reach === 'cloud metadata') ?? places.find(place => !this.#mayConnect(origin, place))
    if (refused) {
      const address = refused.address === host ? '' : refused.address
      return forbidden(origin, refused.reach, { address, isReported: this.#isOfReport(origin) })
    }
    if (!this.#origins.has(origin) || this.#known.has(host)) return places
    // A public name that also has a private address must not lead there.
    const outside = places.filter(({ reach }) => reach === 'public')
    const usable = outside.length > 0 ? outside : places
    if (usable.length > 0) this.#known.set(host, usable)
    return usable
  }

  #isOfReport(origin: string): boolean {
    return this.#isReported && this.#targets.has(hostOf(origin))
  }

  #mayConnect(origin: string, place: Place): boolean {
    if (this.#isOfReport(origin) && place.reach === 'link-local') return false
    const known = this.#known.get(hostOf(origin))
    if (this.#origins.has(origin)) return known === undefined || mayLead(known, place)
    return [...this.#targets].every(target => mayLead(this.#known.get(target), place))
  }
}
