/** Returns whether an address is fetched over HTTP. */
export const isWeb = ({ protocol }: Pick<URL, 'protocol'>): boolean => protocol === 'http:' || protocol === 'https:'

/**
 * A set of origins that are fetched over HTTP. It never contains the origin of a `blob:` address, which would be that of the address
 * inside.
 */
export class WebOrigins {
  readonly #origins: Set<string>

  /** Collects the origins of addresses, and ignores anything that is not a web address. */
  constructor(addresses: readonly string[]) {
    const urls = addresses.flatMap(address => URL.parse(address) ?? [])
    this.#origins = new Set(urls.filter(isWeb).map(({ origin }) => origin))
  }

  has(url: URL): boolean {
    return isWeb(url) && this.#origins.has(url.origin)
  }

  add(url: URL): void {
    if (isWeb(url)) this.#origins.add(url.origin)
  }
}
