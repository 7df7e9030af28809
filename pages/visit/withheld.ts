import { brief } from '../../harness/outcome.ts'
import type { CheerioAPI } from '../document/dom.ts'
import { obstacleOf } from './obstacles.ts'

/** `unfetched`: addresses outside the target's pages; `unread`: addresses without a whole response. */
type Withheld = { unfetched: Iterable<string>; unread: Iterable<string> }

/** Requests of pages that were not answered, by document. */
const notes = new WeakMap<CheerioAPI, { unfetched: readonly string[]; unread: readonly string[] }>()

/** Records the addresses of scripts, frames and data that a page requested but did not get. */
export const noteWithheld = ($: CheerioAPI, { unfetched, unread }: Withheld): void =>
  void notes.set($, { unfetched: [...unfetched], unread: [...unread] })

/** Maximum number of addresses named in a message. */
const mostNamed = 3

/** Returns which parts a page may lack because the harness withheld them, with the remedy; `undefined` if it got all that it requested. */
export const withheldFrom = ($: CheerioAPI): string | undefined => {
  const { unfetched = [], unread: [open] = [] } = notes.get($) ?? {}
  if (open !== undefined)
    return obstacleOf(
      `the page uses ${brief(open, 100)}, which the harness cannot follow: it stays open, starts a worker, or is too large`,
      'set the driver of the pages in the config to "person", or serve this run a page without it',
    )
  if (unfetched.length === 0) return undefined
  const origins = [...new Set(unfetched.map(url => new URL(url).origin))].slice(0, mostNamed)
  return obstacleOf(
    `the page requests parts from ${origins.join(', ')}, which the harness does not fetch`,
    `add ${origins.map(origin => `"${origin}"`).join(', ')} to the origins of pages.checkout or pages.consent in the config`,
  )
}
