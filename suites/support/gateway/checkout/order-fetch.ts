import type { CheckContext } from '../../../../harness/context.ts'
import type { RequestFilter } from '../../../../harness/counterpart.ts'
import { waits } from '../../../../harness/patience.ts'

/** Returns the last path segment, which is fresh; a proxy may change the part before it. */
const lastElement = (path: string) => path.split('?', 1)[0]?.split('/').at(-1) ?? ''

const isFor = (urls: readonly string[]): RequestFilter => {
  const expected = new Set(urls.map(url => lastElement(new URL(url).pathname)))
  return ({ path }) => expected.has(lastElement(path))
}

/** Returns whether the target fetches one of these addresses of the counterpart now or shortly. Heading: Order reference. */
export const isFetched = async (context: CheckContext, urls: readonly string[]): Promise<boolean> => {
  const requests = await context.requestsWithin(waits.orderFetch.ms, isFor(urls))
  return requests.length > 0
}

/** Returns whether the target has fetched one of these addresses so far. */
export const isFetchedSoFar = ({ journal }: CheckContext, urls: readonly string[]): boolean =>
  journal.find(isFor(urls)).length > 0
