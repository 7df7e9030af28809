import type { PageSight } from '../../harness/pages.ts'
import type { RunContext } from '../../harness/run-context.ts'
import type { Trace } from '../../harness/trace.ts'
import type { CheckOutcome } from '../../schemas/messages.ts'

/** Takes a picture of the page that is open for a check; nothing if none is. */
export const lookAtPage = async (run: RunContext, { held }: Trace): Promise<CheckOutcome['page']> => {
  let sight: PageSight | undefined
  for (const open of held.toReversed()) sight ??= await open.look().catch(() => undefined)
  if (sight === undefined) return undefined
  const { picture, console = [], ...page } = sight
  const name = picture && run.keepPicture?.(picture)
  return { ...page, ...(name ? { picture: name } : {}), ...(console.length > 0 ? { console: [...console] } : {}) }
}
