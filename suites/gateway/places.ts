import { answerWord } from '../../protocol/requirements/vocabulary/words.ts'
import { isAddress } from '../addressed.ts'
import { resolve } from '../harness/document.ts'
import type { Landing, Page } from '../harness/page.ts'
import type { Hosted } from './hosted.ts'

type Addresses = Pick<Hosted, 'urls'>

/** What a page offers to whoever opens it. */
const pageWord = ({ controls, $, url }: Page, { urls }: Addresses): string => {
  if (controls.pay) return 'a page that can be paid'
  const links = $('a[href]').toArray().slice(0, 200)
  const leadsTo = (address: string) => links.some(link => isAddress(resolve($(link).attr('href') ?? '', url), address))
  if (leadsTo(urls.completed)) return 'a page that leads to urls.completed'
  return leadsTo(urls.cancelled) ? 'a page that leads to urls.cancelled' : 'a page that cannot be paid'
}

/** Where a customer is, in words that can be compared. */
export const placeOf = ({ redirectedTo, page }: Landing, hosted: Addresses): string => {
  if (isAddress(redirectedTo, hosted.urls.completed)) return 'urls.completed'
  if (isAddress(redirectedTo, hosted.urls.cancelled)) return 'urls.cancelled'
  if (redirectedTo !== undefined) return 'elsewhere'
  return page?.answer.status === 200 ? pageWord(page, hosted) : answerWord(page?.answer.status ?? 0, undefined)
}
