import fc from 'fast-check'
import { isNotEmpty, textOfUnits } from './texts.ts'

/** The parts that may be added to an address: path segments, query members, and more. */
export type Extension = {
  segments: string[]
  /**
   * Pairs of name and value; a null value is written without an equals sign. No list means no query; an empty list adds only a question
   * mark.
   */
  query: [name: string, value: string | null][] | null
  /** The length of a last segment; 0 for none. */
  padding: number
  /** The port instead of the known one. */
  port?: number
  fragment?: string
}

/**
 * The characters and escapes of segments and queries in RFC 3986, except for dots, since two go up a level, and the quote, which browsers
 * escape.
 */
const segmentUnits = ['a', 'B', '7', '-', '~', '_', '%20', '%2F', '%C3%A9', ';', '=', ':', '@', ',', '+']
const nameUnits = ['b', 'C', '8', '-', '_', '%5B', '%C3%A9', '%20']
const valueMarks = [...'cD9/?:@~=;,!$()*+']
const valueEscapes = ['%2B', '%20', '%26', '%3D', '%25', '%23', '%C3%A9', '%c3%a9']
const valueUnits = [...valueMarks, ...valueEscapes]
const fragmentUnits = ['/', 'd', 'E', '0', '!', '?', '=', '&', '%20', '%C3%A9']

const most = 20
const segment = textOfUnits(segmentUnits, most)

/** A repeated name in a query is a list, which languages write differently. */
const pair = fc.tuple(
  fc.oneof(textOfUnits(nameUnits, most).filter(isNotEmpty), fc.constantFrom('b', 'C')),
  fc.option(textOfUnits(valueUnits, most), { freq: 3 }),
)

/** The longest last segment; it makes an address longer than most columns. */
const longest = 300

/** Private ports (RFC 6335, section 6), which no browser refuses. */
const ports = { min: 49_152, max: 65_535 }

const extension = {
  segments: fc.array(segment, { size: 'xsmall' }),
  query: fc.option(fc.array(pair, { size: 'xsmall' }), { freq: 5 }),
  padding: fc.oneof(fc.constant(0), fc.nat({ max: longest })),
}
const requiredKeys = ['segments', 'query', 'padding'] as const

/** Draws extensions of a callback address, some with a port; each sample shrinks too. */
export const anyCallbackAddress: fc.Arbitrary<Extension> = fc.record(
  { ...extension, port: fc.integer(ports) },
  { requiredKeys: [...requiredKeys] },
)

/** Draws extensions of a shop address, some with a fragment; each sample shrinks too. */
export const anyShopAddress: fc.Arbitrary<Extension> = fc.record(
  {
    ...extension,
    fragment: textOfUnits(fragmentUnits, most).filter(isNotEmpty),
  },
  { requiredKeys: [...requiredKeys] },
)

const plain: Extension = { segments: [], query: null, padding: 0 }

/** Extensions that are always tried: every unit, an empty segment and value, an empty query, a long one. */
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

/** Extensions of a callback address that are always tried. */
export const callbackAddressSamples: readonly Extension[] = [
  ...extensionSamples,
  listSample,
  { ...plain, port: ports.max },
]

/** Extensions of a shop address that are always tried. */
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
