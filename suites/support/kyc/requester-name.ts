import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { hasText, inAsciiDigits } from '../pages/page-text.ts'

/** Returns whether a page shows a name; each of its letters may stand in a separate block, as where a style moves them. */
export const hasName = (page: string, name: string): boolean => hasText(withoutSpaces(page), withoutSpaces(name))

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

/** Returns whether a page shows an OCID, with zeros before it or in groups of digits; each digit may stand in a separate block. */
export const hasOcid = (page: string, ocid: number): boolean => {
  const between = "[\\s.,'’٬·_-]?"
  const inGroups = `(?:0${between}){0,20}${[...String(ocid)].join(between)}`
  const isOcid = new RegExp(`(?<!\\d|\\d[.,])0*${ocid}(?!\\d)|(?<!\\d|\\d\\s)${inGroups}(?!\\d|\\s\\d(?!\\d))`)
  return isOcid.test(inAsciiDigits(page))
}

type Requesters = { own: Actor; other: Actor }

/**
 * Fails the clause if a page with the OCID of one requester calls it by the name of another. A page that also shows the other OCID may name
 * it.
 */
export const expectNotMixedUp = (
  { counterpart }: CheckContext,
  { text, name }: Pick<ConsentPage, 'text' | 'name'>,
  { own, other }: Requesters,
): void => {
  const isOfOwn = hasOcid(text, own.ocid) && !hasOcid(text, other.ocid)
  expectThat(
    !isOfOwn || hasName(text, own.name) || !hasName(text, other.name),
    'the page shows the name of another requester',
    {
      expected: `the name of OCID ${own.ocid}, from ${counterpart.baseUrl}/${own.ocid}/metadata.json`,
      actual: `${other.name}, which is OCID ${other.ocid}; the page ${name} shows: ${text}`,
    },
  )
}
