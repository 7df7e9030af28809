/** Returns the sources from which a policy allows images; undefined if it does not restrict them. */
const sourcesIn = (policy: string): string[] | undefined => {
  const directives = policy.split(';').map(text => text.trim().toLowerCase().split(/\s+/))
  const found = ['img-src', 'default-src'].map(name => directives.find(([directive]) => directive === name))
  return found.find(directive => directive !== undefined)?.slice(1)
}

/** The scheme, host and port of a source such as `https://*.example:8443/icons`; its path is ignored. */
const source = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(?:\/.*)?$/

const isHost = (pattern: string, host: string): boolean =>
  pattern === '*' || pattern === host || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)))

const matches = (allowed: string, { url, self }: { url: URL; self: URL }): boolean => {
  if (allowed === "'self'") return url.host === self.host
  if (/^[a-z][a-z0-9+.-]*:$/.test(allowed))
    return url.protocol === allowed || (allowed === 'http:' && url.protocol === 'https:')
  const [, scheme, host = '', port] = source.exec(allowed) ?? []
  if (host === '' || !/^https?:$/.test(url.protocol)) return false
  const isScheme =
    scheme === undefined || url.protocol === `${scheme}:` || (scheme === 'http' && url.protocol === 'https:')
  const isPort =
    port === undefined ? url.port === '' || host === '*' : port === '*' || port === (url.port || defaultPort(url))
  return isScheme && isPort && isHost(host, url.hostname)
}

const defaultPort = ({ protocol }: URL): string => (protocol === 'https:' ? '443' : '80')

/**
 * Returns whether the content security policies of a page allow an image. `policies`: one text for each header or meta element, in
 * which commas separate policies.
 */
export const mayLoad = (image: string, { url, policies }: { url: string; policies: readonly string[] }): boolean => {
  const address = URL.parse(image, url)
  if (address === null) return false
  const restrictions = policies.flatMap(text => text.split(',')).map(sourcesIn)
  return restrictions.every(
    sources => sources?.some(allowed => matches(allowed, { url: address, self: new URL(url) })) ?? true,
  )
}
