/** Where pictures of a page may come from, as one policy says; undefined where it says nothing of them. */
const sourcesIn = (policy: string): string[] | undefined => {
  const directives = policy.split(';').map(one => one.trim().toLowerCase().split(/\s+/))
  const found = ['img-src', 'default-src'].map(name => directives.find(([directive]) => directive === name))
  return found.find(one => one !== undefined)?.slice(1)
}

/** `https://*.example:8443/icons`: scheme, host and port; a path narrows further, which is not looked at. */
const source = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(?:\/.*)?$/

const isHost = (wanted: string, host: string): boolean =>
  wanted === '*' || wanted === host || (wanted.startsWith('*.') && host.endsWith(wanted.slice(1)))

const matches = (said: string, { url, self }: { url: URL; self: URL }): boolean => {
  if (said === "'self'") return url.host === self.host
  if (/^[a-z][a-z0-9+.-]*:$/.test(said)) return url.protocol === said || (said === 'http:' && url.protocol === 'https:')
  const [, scheme, host = '', port] = source.exec(said) ?? []
  if (host === '' || !/^https?:$/.test(url.protocol)) return false
  const isScheme =
    scheme === undefined || url.protocol === `${scheme}:` || (scheme === 'http' && url.protocol === 'https:')
  const isPort =
    port === undefined ? url.port === '' || host === '*' : port === '*' || port === (url.port || defaultPort(url))
  return isScheme && isPort && isHost(host, url.hostname)
}

const defaultPort = ({ protocol }: URL): string => (protocol === 'https:' ? '443' : '80')

/**
 * Whether a page may load a picture: none of its content security policies keeps it out. `policies`: one text for each header
 * or meta element, in which commas stand between policies.
 */
export const mayLoad = (picture: string, { url, policies }: { url: string; policies: readonly string[] }): boolean => {
  const address = URL.parse(picture, url)
  if (address === null) return false
  const told = policies.flatMap(one => one.split(',')).map(sourcesIn)
  return told.every(sources => sources?.some(one => matches(one, { url: address, self: new URL(url) })) ?? true)
}
