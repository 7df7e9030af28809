import fc from 'fast-check'
import { isNotEmpty, textOfUnits } from './texts.ts'

/** What an address may have besides what is known of it: segments of its path, members of its query, and more. */
export type Extension = {
  segments: string[]
  /** Pairs of name and value; a value that is null has no equals sign. Without a list there is no query; an empty one gives a question mark. */
  query: [name: string, value: string | null][] | null
  /** The length of a last segment; 0 for none. */
  padding: number
  /** The port instead of the known one. */
  port?: number
  fragment?: string
}

/**
 * Characters and escapes of which RFC 3986 makes a segment, and a query. Dots are left out, since two are a step up, and the quote,
 * which browsers escape.
 */
const segmentUnits = ['a', 'B', '7', '-', '~', '_', '%20', '%2F', '%C3%A9', ';', '=', ':', '@', ',', '+']
const nameUnits = ['b', 'C', '8', '-', '_', '%5B', '%C3%A9', '%20']
const valueMarks = [...'cD9/?:@~=;,!$()*+']
const valueEscapes = ['%2B', '%20', '%26', '%3D', '%25', '%23', '%C3%A9', '%c3%a9']
const valueUnits = [...valueMarks, ...valueEscapes]
const fragmentUnits = ['/', 'd', 'E', '0', '!', '?', '=', '&', '%20', '%C3%A9']

const most = 20
const segment = textOfUnits(segmentUnits, most)

/** A name that comes again in a query is of a list, as several languages write it. */
const pair = fc.tuple(
  fc.oneof(textOfUnits(nameUnits, most).filter(isNotEmpty), fc.constantFrom('b', 'C')),
  fc.option(textOfUnits(valueUnits, most), { freq: 3 }),
)

/** The longest last segment: with it an address is longer than columns usually are. */
const longest = 300

/** Ports for the use of anybody (RFC 6335, section 6); no browser refuses them. */
const ports = { min: 49_152, max: 65_535 }

const extension = {
  segments: fc.array(segment, { size: 'xsmall' }),
  query: fc.option(fc.array(pair, { size: 'xsmall' }), { freq: 5 }),
  padding: fc.oneof(fc.constant(0), fc.nat({ max: longest })),
}
const requiredKeys = ['segments', 'query', 'padding'] as const

/** Draws extensions of an address for a callback, some with a port; each sample shrinks, too. */
export const anyCallbackAddress: fc.Arbitrary<Extension> = fc.record(
  { ...extension, port: fc.integer(ports) },
  { requiredKeys: [...requiredKeys] },
)

/** Draws extensions of an address of a shop, some with a fragment; each sample shrinks, too. */
export const anyShopAddress: fc.Arbitrary<Extension> = fc.record(
  {
    ...extension,
    fragment: textOfUnits(fragmentUnits, most).filter(isNotEmpty),
  },
  { requiredKeys: [...requiredKeys] },
)

const plain: Extension = { segments: [], query: null, padding: 0 }

/** Extensions that are always tried: every unit, a segment and a value that are empty, a query that is empty, a long one. */
const extensionSamples: readonly Extension[] = [
  {
    ...plain,
    segments: [segmentUnits.join(''), '', 'a'],
    query: [
      [nameUnits.join(''), valueEscapes.join('')],
      ['8', valueMarks.join('')],
      ['b', ''],
      ['C', null],
    ],
  },
  { ...plain, query: [] },
  { ...plain, padding: longest },
]

/** A list whose values are not in order. */
const listSample: Extension = {
  ...plain,
  query: [
    ['b', 'c'],
    ['b', 'D'],
    ['b', '9'],
  ],
}

/** Extensions of an address for a callback that are always tried. */
export const callbackAddressSamples: readonly Extension[] = [
  ...extensionSamples,
  listSample,
  { ...plain, port: ports.max },
]

/** Extensions of an address of a shop that are always tried. */
export const shopAddressSamples: readonly Extension[] = [
  ...extensionSamples,
  { ...plain, fragment: fragmentUnits.join('') },
  listSample,
]

/** Returns an address, without its query, with an extension. */
export const extendAddress = (address: string, { segments, query, padding, port, fragment }: Extension): string => {
  const last = padding > 0 ? ['x'.repeat(padding)] : []
  const path = [...segments, ...last].map(text => `/${text}`).join('')
  const members = query?.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&')
  const head = address.split(/[?#]/)[0] ?? ''
  const known = port === undefined ? head : withPort(head, port)
  return `${known}${path}${members === undefined ? '' : `?${members}`}${fragment === undefined ? '' : `#${fragment}`}`
}

const withPort = (address: string, port: number): string => {
  const { protocol, hostname, pathname } = new URL(address)
  return `${protocol}//${hostname}:${port}${pathname === '/' && !address.endsWith('/') ? '' : pathname}`
}
