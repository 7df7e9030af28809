import type { ActionResult, Page } from '../../../harness/pages/checkout-page.ts'
import { resolve } from '../../../harness/pages/dom.ts'
import { answerWord } from '../../../protocol/requirements/vocabulary/observable.ts'
import { isSameAddress } from '../url-match.ts'
import type { Hosted } from './checkout-session.ts'

type Addresses = Pick<Hosted, 'urls'>

/** What a page offers to whoever opens it. */
const pageWord = ({ controls, $, url }: Page, { urls }: Addresses): string => {
  if (controls.pay) return 'a page that can be paid'
  const links = $('a[href]').toArray().slice(0, 200)
  const leadsTo = (address: string) =>
    links.some(link => isSameAddress(resolve($(link).attr('href') ?? '', url), address))
  if (leadsTo(urls.completed)) return 'a page that leads to urls.completed'
  return leadsTo(urls.cancelled) ? 'a page that leads to urls.cancelled' : 'a page that cannot be paid'
}

/** Where a customer is, in words that can be compared. */
export const placeOf = ({ redirectedTo, page }: ActionResult, hosted: Addresses): string => {
  if (isSameAddress(redirectedTo, hosted.urls.completed)) return 'urls.completed'
  if (isSameAddress(redirectedTo, hosted.urls.cancelled)) return 'urls.cancelled'
  if (redirectedTo !== undefined) return 'elsewhere'
  return page?.response.status === 200 ? pageWord(page, hosted) : answerWord(page?.response.status ?? 0, undefined)
}
