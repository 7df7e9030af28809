import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { outcomeOf } from '../observations.ts'

/** How long a target may take to fetch what it was pointed to, once it has answered. */
const fetchMs = 750

/** What became of a request: accepted, or how it was refused. */
export const accepted: (response: HttpResponse) => string = outcomeOf

/** How it was refused, for the note of an observation. */
export const refusalOf = (response: HttpResponse): string | undefined =>
  isSuccess(response) ? undefined : summary(response)

/** Whether the target fetches one of these addresses of the counterpart, now or soon. */
export const isFetched = async (context: CheckContext, urls: readonly string[]): Promise<boolean> => {
  // The last element is fresh; what comes before it may be another path behind a proxy.
  const lastElement = (path: string) => path.split('?', 1)[0]?.split('/').at(-1) ?? ''
  const sought = new Set(urls.map(url => lastElement(new URL(url).pathname)))
  const match = ({ path }: { path: string }) => sought.has(lastElement(path))
  const found = await context.journal.wait(match, { timeoutMs: fetchMs, signal: context.signal })
  return found.length > 0
}
