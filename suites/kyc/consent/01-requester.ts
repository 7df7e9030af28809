import type { CheckContext } from '../../../harness/context.ts'
import { Blocked } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'

/** Opens the page of a requester with another name and no icon; undefined if it does not load. */
export const openOtherRequester = async (context: CheckContext): Promise<ConsentPage | undefined> => {
  try {
    return (await openConsentPage(context, { ocid: context.unreliable.ocid })).page
  } catch (error) {
    if (error instanceof Blocked && !context.signal.aborted) return undefined
    throw error
  }
}

/**
 * How often a page is opened: a busy provider may once give up on a requester's metadata (CONSENT-07), or show cached metadata and update
 * it afterwards.
 */
const mostLooks = 3

/** Opens pages until one shows the requester; returns the last one. */
export const openUntil = async (open: () => Promise<ConsentPage>, isShown: (page: ConsentPage) => boolean) => {
  let page = await open()
  for (let look = 1; look < mostLooks && !isShown(page); look++) page = await open()
  return page
}
