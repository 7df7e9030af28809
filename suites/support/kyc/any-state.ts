import { anyTextSamples, textOf } from '../any-text.ts'

/** Control characters are left out: a form and a page write some of them otherwise. */
const isPlain = (text: string): boolean => !/\p{Cc}/u.test(text)

/** Draws a state of any characters, or a long one. */
export const anyState = textOf(isPlain)

/** States that are always tried. */
export const stateSamples: readonly string[] = anyTextSamples.filter(isPlain)
