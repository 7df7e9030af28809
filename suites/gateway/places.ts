import { answerWord } from '../../protocol/requirements/vocabulary/words.ts'
import { isAddress } from '../addressed.ts'
import type { Landing } from '../harness/page.ts'
import type { Hosted } from './hosted.ts'

/** Where a customer is, in words that can be compared. */
export const placeOf = ({ redirectedTo, page }: Landing, { urls }: Pick<Hosted, 'urls'>): string => {
  if (isAddress(redirectedTo, urls.completed)) return 'urls.completed'
  if (isAddress(redirectedTo, urls.cancelled)) return 'urls.cancelled'
  if (redirectedTo !== undefined) return 'elsewhere'
  const status = page?.answer.status ?? 0
  if (status !== 200) return answerWord(status, undefined)
  return page?.controls.pay ? 'a page that can be paid' : 'a page that cannot be paid'
}
