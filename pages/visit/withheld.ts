import { brief } from '../../harness/outcome.ts'
import type { CheerioAPI } from '../document/dom.ts'
import { obstacleOf } from './obstacles.ts'

/** Requests of pages that were not answered, by document. */
const notes = new WeakMap<CheerioAPI, readonly string[]>()

/** Records the addresses of scripts, frames and data that a page requested but did not get, since they are outside the target's pages. */
export const noteWithheld = ($: CheerioAPI, urls: Iterable<string>): void => void notes.set($, [...urls])

/** Maximum number of addresses named in a message. */
const mostNamed = 3

/** Returns which parts a page may lack because the harness withheld them, with the remedy; `undefined` if it got all that it requested. */
export const withheldFrom = ($: CheerioAPI): string | undefined => {
  const urls = notes.get($) ?? []
  if (urls.length === 0) return undefined
  const [socket] = urls.filter(url => url.startsWith('ws'))
  if (socket !== undefined)
    return obstacleOf(
      `the page opens the WebSocket ${brief(socket, 100)}, which no driver but a person does`,
      'set the driver of the pages in the config to "person", or serve this run a page without it',
    )
  const origins = [...new Set(urls.map(url => new URL(url).origin))].slice(0, mostNamed)
  return obstacleOf(
    `the page requests parts from ${origins.join(', ')}, which the harness does not fetch`,
    `add ${origins.map(origin => `"${origin}"`).join(', ')} to the origins of pages.checkout or pages.consent in the config`,
  )
}
