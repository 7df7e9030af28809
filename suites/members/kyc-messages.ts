import fc from 'fast-check'
import type { CheckContext } from '../../harness/context.ts'
import { isNotEmpty, longText, textOf, textOfUnits, textSamples } from './values/texts.ts'

/** What a callback address may have behind the registered one: segments of its path, and members of its query. */
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

/** Returns the callback address of the run with an extension. */
export const extendedCallback = ({ run }: CheckContext, { segments, query, padding }: Extension): string => {
  const last = padding > 0 ? ['x'.repeat(padding)] : []
  const path = [...segments, ...last].map(text => `/${text}`).join('')
  const members = query?.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&')
  return `${run.callbackUrl.split(/[?#]/)[0]}${path}${members === undefined ? '' : `?${members}`}`
}

/** Control characters are left out: a form and a page write some of them otherwise. */
const isPlain = (text: string): boolean => !/\p{Cc}/u.test(text)

/** Draws a state of any characters, or a long one. */
export const anyState: fc.Arbitrary<string> = textOf({ isTaken: isPlain })

/** States that are always tried. */
export const stateSamples: readonly string[] = textSamples.filter(isPlain)

/** Texts with a meaning in a query, in a form or in markup. */
const marks = [...'+%&=#?;, /\\"\'<>!()*~', '%20', '%2B', '%00', '+1', '&amp;']

/** Printable states that are always tried. */
export const printableStates: readonly string[] = [
  'a+b c%2Bd&e=f#g?h',
  ' leading and trailing ',
  'x'.repeat(200),
  '%%20+%E0%A4',
  '&status=granted&grants=liveness',
  '%',
  'eyJhbGciOiJIUzI1NiJ9.e30=+/==',
  'Ünïcödé 日本語 \u202eעברית 👩\u200d👩\u200d👧 𝒳',
  '"><b onclick=alert(1)>x</b>',
  '0',
  'null',
]

/** The letters of the samples, so that each shrinks, and the marks. */
const stateUnits = [...new Set([...'aZ0é😀', ...printableStates.flatMap(text => [...text]), ...marks])]

const isPrintable = (text: string): boolean =>
  isNotEmpty(text) && !/[\p{Cc}\p{Cn}\p{Zl}\p{Zp}\ufeff]|__proto__/u.test(text)

/** Draws a printable state, and marks; nothing that a firewall in front of a target takes for an attack. */
export const printableState: fc.Arbitrary<string> = fc
  .oneof(longText(200), textOfUnits(stateUnits, 40), textOf({ most: 40 }))
  .filter(isPrintable)
