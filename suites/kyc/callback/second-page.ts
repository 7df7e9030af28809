import type { CheckContext } from '../../../harness/context.ts'
import type { Decision } from '../../../harness/pages.ts'
import {
  type DecisionResult,
  decideOn,
  decisionGranting,
  isAtCallback,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'

/** The permissions that several checks request. */
export const requested = ['name', 'email', 'phone']
/** The same, as written in a request. */
export const grants = requested.join(',')
/** A decision that denies one of three permissions. */
export const decision = decisionGranting(requested, ['name', 'phone'])
const leftOut: Decision = { granted: ['name'], denied: [], untouched: ['email', 'phone'] }

/** Returns a result that reached the callback. */
export const atCallback = (result: DecisionResult | undefined): DecisionResult | undefined =>
  result !== undefined && isAtCallback(result.landing, result.opened.request) ? result : undefined

/**
 * Omits answers, and decides on the page that asks for them again; undefined if no page does, or if a browser would not have submitted the
 * first one.
 */
export const decideOnSecondPage = async (context: CheckContext): Promise<DecisionResult | undefined> => {
  const opened = await openConsentPage(context, { grants }, programUser(context))
  if (opened.page.$('[required], script').length > 0) return undefined
  const first = await unlessRefused(context, () => decideOn(opened, { decision: leftOut }))
  const page = first?.landing.page
  if (page === undefined || !requested.every(permission => page.separate(requested).includes(permission)))
    return undefined
  return atCallback(await unlessRefused(context, () => decideOn({ ...opened, page }, { decision })))
}

/** Why a check does not apply if answers cannot be omitted. */
export const noSecondPage = 'The page does not ask again for answers that were left out.'
