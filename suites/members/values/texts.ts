import fc from 'fast-check'
import { anyCharacter } from '../../support/any-character.ts'
import { sampleTexts } from '../../support/text-samples.ts'

const [composed = '', astral = '', escapes = '', scripts = '', controls = ''] = sampleTexts

/** Lengths at which columns, indexes and buffers end. */
const lengths = [255, 256, 4096]

/**
 * Texts that are always tried: the shortest, those that some languages take for nothing, every script, what programs escape,
 * normalize or trim on the way, and the lengths at which columns end. Heading: Limits.
 */
export const textSamples: readonly string[] = [
  'a',
  `${composed} ${astral} ${scripts}`,
  '0',
  'x'.repeat(256),
  `${escapes} &amp; %41 %2B +`,
  ' a  b ',
  'x'.repeat(4096),
  controls,
  '',
  'null',
  'x'.repeat(255),
]

/** Draws any text, short ones more often. NUL is left out, since some databases cannot store it. Each sample shrinks, too. */
export const memberText: fc.Arbitrary<string> = fc
  .string({ unit: anyCharacter, maxLength: Math.max(...lengths), size: 'small' })
  .filter(text => !text.includes('\0'))

/** Letters that every page can show, of several scripts and lengths in bytes. */
const shown = [...'aZ09éßЖα日한ไअ𝒳𠀀😀']

/** Draws a text that a page can show as it is, of one letter at least. */
export const shownText: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...shown),
  minLength: 1,
  maxLength: 40,
})

/** Texts for a page that are always tried. */
export const shownSamples: readonly string[] = ['a', shown.join(''), '0', 'Z'.repeat(40)]
