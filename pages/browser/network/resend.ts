import type { PageSender } from '../../../harness/pages.ts'
import type { Submission } from '../../../harness/submission.ts'
import { createBrowser, type NavigationResult, type PageScope } from '../../visit/form-browser.ts'
import type { PageVisit } from '../../visit/page-visit.ts'
import { type BrowserCookies, cookiesIn, jarOf } from './cookies.ts'

type Resent = { submission: Submission; from: PageVisit; cookies: BrowserCookies }

/** Sends the request of a stored copy of a page over HTTP. Returns the result and the updated cookies. */
export const resend = async (
  { scope: { isBeyond, run }, sender }: { scope: PageScope; sender: PageSender },
  { submission, from, cookies }: Resent,
): Promise<{ result: NavigationResult; cookies: BrowserCookies }> => {
  const cookieJar = await jarOf(cookies)
  const { signal } = sender
  const browser = createBrowser({ send: request => sender.send(request), signal, isBeyond, run, cookieJar })
  const result = await browser.submit(submission, from)
  return { result, cookies: await cookiesIn(cookieJar) }
}
