import type { CheerioAPI } from './dom.ts'

/** What the pages of a browser may react with, by document. */
const notes = new WeakMap<CheerioAPI, string>()

/** Notes a part of a live page that may show or do more once a person uses it, in words such as `a <div> that can be pressed`. */
export const notePressable = ($: CheerioAPI, part: string): void => void notes.set($, part)

/** Returns a part of a page that is no known control and may show or do more once a person uses it; `undefined` if it has none. */
export const pressableIn = ($: CheerioAPI): string | undefined => notes.get($)
