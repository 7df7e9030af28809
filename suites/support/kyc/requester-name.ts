import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { hasNumber, hasText } from '../pages/page-text.ts'

type Requesters = { own: Actor; other: Actor }

/**
 * Fails the clause if a page with the OCID of one requester calls it by the name of another. A page that also has the OCID of the
 * other may name it.
 */
export const expectNotMixedUp = (
  { counterpart }: CheckContext,
  { text, name }: Pick<ConsentPage, 'text' | 'name'>,
  { own, other }: Requesters,
): void => {
  const isOfOwn = hasNumber(text, String(own.ocid)) && !hasNumber(text, String(other.ocid))
  expectThat(
    !isOfOwn || hasText(text, own.name) || !hasText(text, other.name),
    'the page shows the name of another requester',
    {
      expected: `the name of OCID ${own.ocid}, from ${counterpart.baseUrl}/${own.ocid}/metadata.json`,
      actual: `${other.name}, which is OCID ${other.ocid}; the page ${name} shows: ${text}`,
    },
  )
}
