import { isWeb, WebOrigins } from '../../harness/http/web-address.ts'
import type { PageRun } from '../../harness/pages.ts'

/**
 * Tracks the origins of the target's consent pages: that of the API, those in `pages.consent.origins`, and the first other one that a
 * request leads to. `unfetched`: addresses whose origins are never fetched.
 */
export const pageOrigins = ({ target, pages }: Pick<PageRun, 'target' | 'pages'>, unfetched: readonly string[]) => {
  const origins = new WebOrigins([target.apiUrl, ...(pages.consent.origins ?? [])])
  const never = new WebOrigins(unfetched)
  const state = { isOpening: false, isFound: false }
  const isBeyond = (url: URL): boolean => {
    if (never.has(url) || !isWeb(url)) return true
    if (origins.has(url)) return false
    if (!state.isOpening || state.isFound) return true
    state.isFound = true
    origins.add(url)
    return false
  }
  const whileOpening = <T>(open: () => Promise<T>): Promise<T> => {
    state.isOpening = true
    return open().finally(() => {
      state.isOpening = false
    })
  }
  const isOwn = (url: URL): boolean => origins.has(url) && !never.has(url)
  const isCallback = (address: string): boolean => URL.canParse(address) && never.has(new URL(address))
  return { isBeyond, isOwn, whileOpening, isCallback }
}
