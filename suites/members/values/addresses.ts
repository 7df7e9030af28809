import fc from 'fast-check'
import { isNotEmpty, textOfUnits } from './texts.ts'

/** What an address may have behind one that is known: segments of its path, and members of its query. */
export type Extension = {
  segments: string[]
  /** Pairs of name and value; a value that is null has no equals sign. No list is no query, an empty one a question mark. */
  query: [name: string, value: string | null][] | null
  /** The length of a last segment; 0 for none. */
  padding: number
}

/** Characters and escapes of which RFC 3986 makes a segment, and a query. Dots are left out, since two are a step up. */
const segmentUnits = ['a', 'B', '7', '-', '~', '_', '%20', '%2F', '%C3%A9', ';', '=', ':', '@', ',', '+']
const nameUnits = ['b', 'C', '8', '-', '_', '%5B', '%C3%A9', '%20']
const valueUnits = ['c', 'D', '9', '/', '?', ':', '@', '~', '+', '%2B', '%20', '%26', '%3D', '%25', '%23', '%C3%A9']

const most = 20
const segment = textOfUnits(segmentUnits, most)
const pair = fc.tuple(
  textOfUnits(nameUnits, most).filter(isNotEmpty),
  fc.option(textOfUnits(valueUnits, most), { freq: 3 }),
)

/** The longest last segment: with it an address is longer than columns usually are. */
const longest = 300

/** Draws extensions; each sample shrinks, too. */
export const anyExtension: fc.Arbitrary<Extension> = fc.record({
  segments: fc.array(segment, { size: 'xsmall' }),
  query: fc.option(fc.array(pair, { size: 'xsmall' }), { freq: 5 }),
  padding: fc.oneof(fc.constant(0), fc.nat({ max: longest })),
})

/** Extensions that are always tried: every unit, a segment and a value that are empty, a query that is empty, a long one. */
export const extensionSamples: readonly Extension[] = [
  {
    segments: [segmentUnits.join(''), '', 'a'],
    query: [
      [nameUnits.join(''), valueUnits.join('')],
      ['b', ''],
      ['C', null],
    ],
    padding: 0,
  },
  { segments: [], query: [], padding: 0 },
  { segments: [], query: null, padding: longest },
]

/** Returns an address, without its query, with an extension. */
export const extendAddress = (address: string, { segments, query, padding }: Extension): string => {
  const last = padding > 0 ? ['x'.repeat(padding)] : []
  const path = [...segments, ...last].map(text => `/${text}`).join('')
  const members = query?.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&')
  return `${address.split(/[?#]/)[0]}${path}${members === undefined ? '' : `?${members}`}`
}
