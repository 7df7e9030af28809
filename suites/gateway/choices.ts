import type { Answer } from '../harness/answer.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { outcomeOf } from '../observed.ts'

/** How long a target may take to fetch what it was pointed to, once it has answered. */
const fetchMs = 750

/** What became of a request: accepted, or how it was refused. */
export const accepted: (answer: Answer) => string = outcomeOf

/** How it was refused, for the note of an observation. */
export const refusalOf = (answer: Answer): string | undefined => (isSuccess(answer) ? undefined : summary(answer))

/** Whether the target fetches one of these addresses of the counterpart, now or soon. */
export const isFetched = async (stage: Stage, urls: readonly string[]): Promise<boolean> => {
  // The last element is fresh; what comes before it may be another path behind a proxy.
  const lastElement = (path: string) => path.split('?', 1)[0]?.split('/').at(-1) ?? ''
  const sought = new Set(urls.map(url => lastElement(new URL(url).pathname)))
  const match = ({ path }: { path: string }) => sought.has(lastElement(path))
  const found = await stage.witness.wait(match, { timeoutMs: fetchMs, signal: stage.signal })
  return found.length > 0
}
