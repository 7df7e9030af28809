import type { PageRun } from '../../harness/pages.ts'

/**
 * Tracks the origins of the target's consent pages: that of the API, those in `pages.consent.origins`, and the first other one that a
 * request leads to. `unfetched`: addresses whose origins are never fetched.
 */
export const pageOrigins = ({ target, pages }: Pick<PageRun, 'target' | 'pages'>, unfetched: readonly string[]) => {
  const origins = new Set([target.apiUrl, ...(pages.consent.origins ?? [])].map(url => new URL(url).origin))
  const never = new Set(unfetched.filter(url => URL.canParse(url)).map(url => new URL(url).origin))
  const state = { isOpening: false, isFound: false }
  const isBeyond = (url: URL): boolean => {
    if (never.has(url.origin) || !/^https?:$/.test(url.protocol)) return true
    if (origins.has(url.origin)) return false
    if (!state.isOpening || state.isFound) return true
    state.isFound = true
    origins.add(url.origin)
    return false
  }
  const whileOpening = <T>(open: () => Promise<T>): Promise<T> => {
    state.isOpening = true
    return open().finally(() => {
      state.isOpening = false
    })
  }
  const isOwn = (url: URL): boolean => origins.has(url.origin) && !never.has(url.origin)
  const isCallback = (address: string): boolean => URL.canParse(address) && never.has(new URL(address).origin)
  return { isBeyond, isOwn, whileOpening, isCallback }
}
