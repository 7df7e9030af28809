import fc from 'fast-check'
import { isNotEmpty, longText, textOf, textOfUnits, textSamples } from './values/texts.ts'

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
