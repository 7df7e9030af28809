/** Returns whether an address is one that is fetched over HTTP. */
export const isWeb = ({ protocol }: Pick<URL, 'protocol'>): boolean => protocol === 'http:' || protocol === 'https:'

/** Origins that are fetched over HTTP. That of a `blob:` address is the one of the address within: it is never among them. */
export class WebOrigins {
  readonly #origins: Set<string>

  /** Takes the origins of some addresses; anything but a web address is left out. */
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
