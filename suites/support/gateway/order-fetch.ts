import type { CheckContext } from '../../../harness/context.ts'

/** Milliseconds that a target may take to fetch an address after it has responded. */
export const fetchMs = 750

/** Returns the last path element, which is fresh; behind a proxy, what comes before it may differ. */
const lastElement = (path: string) => path.split('?', 1)[0]?.split('/').at(-1) ?? ''

/** Tells whether the target fetches one of these addresses of the counterpart, now or soon. Heading: Order reference. */
export const isFetched = async (context: CheckContext, urls: readonly string[]): Promise<boolean> => {
  const expected = new Set(urls.map(url => lastElement(new URL(url).pathname)))
  const isExpected = ({ path }: { path: string }) => expected.has(lastElement(path))
  const requests = await context.journal.wait(isExpected, { timeoutMs: fetchMs, signal: context.signal })
  return requests.length > 0
}
