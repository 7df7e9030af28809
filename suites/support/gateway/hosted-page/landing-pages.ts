import type { ActionResult, Page } from '../../../../harness/pages.ts'
import { resolve } from '../../../../pages/document/dom.ts'
import { answerWord } from '../../../../protocol/requirements/vocabulary/observable.ts'
import { isSameAddress } from '../../same-address.ts'
import type { CheckoutSession } from './checkout-session.ts'

type Addresses = Pick<CheckoutSession, 'urls'>

/** Returns the vocabulary's word for what a page offers a customer who opens it. */
const pageWord = ({ controls, $, url }: Page, { urls }: Addresses): string => {
  if (controls.pay) return 'a page that can be paid'
  const links = $('a[href]').toArray().slice(0, 200)
  const hasLinkTo = (address: string) =>
    links.some(link => isSameAddress(resolve($(link).attr('href') ?? '', url), address))
  if (hasLinkTo(urls.completed)) return 'a page that leads to urls.completed'
  return hasLinkTo(urls.cancelled) ? 'a page that leads to urls.cancelled' : 'a page that cannot be paid'
}

/** Returns the vocabulary's word for where a customer has landed. */
export const landingWord = ({ redirectedTo, page }: ActionResult, addresses: Addresses): string => {
  if (isSameAddress(redirectedTo, addresses.urls.completed)) return 'urls.completed'
  if (isSameAddress(redirectedTo, addresses.urls.cancelled)) return 'urls.cancelled'
  if (redirectedTo !== undefined) return 'elsewhere'
  return page?.response.status === 200 ? pageWord(page, addresses) : answerWord(page?.response.status ?? 0, undefined)
}

/** Returns whether a landing is at urls.completed. */
export const isCompleted = ({ redirectedTo }: ActionResult, { urls }: Addresses): boolean =>
  isSameAddress(redirectedTo, urls.completed)

/** Returns whether a landing is at urls.cancelled. */
export const isCancelled = ({ redirectedTo }: ActionResult, { urls }: Addresses): boolean =>
  isSameAddress(redirectedTo, urls.cancelled)
