import { missingForBrowser } from '../../pages/browser/process/installed.ts'
import type { RunSettings } from './settings.ts'

/** Returns whether a run may show pages of its target in a browser. */
const mayUseBrowser = ({ target, pages, browser }: RunSettings): boolean => {
  if (target === undefined || target.role === 'merchant' || missingForBrowser(browser) !== undefined) return false
  const used =
    target.role === 'gateway'
      ? [pages.checkout]
      : target.role === 'kyc'
        ? [pages.consent]
        : [pages.checkout, pages.consent]
  return used.some(page => ['auto', 'browser'].includes(page?.driver ?? 'auto'))
}

/**
 * Returns the warning that the browser of a run has no sandbox, which Chromium does not support for root (user 0); undefined if it has one,
 * or is not used.
 */
export const sandboxWarning = (settings: RunSettings, user: number | undefined): string | undefined =>
  user === 0 && mayUseBrowser(settings)
    ? 'as root, pages that need script are shown in a browser without its sandbox. Run as another user.'
    : undefined
