/** CONSENT-03 · Each permission can be granted or denied separately. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, blocked, fail } from '../../../harness/outcome.ts'
import type { ConsentPage, ConsentResult } from '../../../harness/pages.ts'
import { describeControls, obstacleOf } from '../../../pages/visit/obstacles.ts'
import { callbackQuery, decisionGranting, isSameList, listIn, openConsentPage } from '../../support/kyc/consent-flow.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import { areTogether, everyPermission, nameControls } from './permissions.ts'

const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

// A script that has run may still draw more, such as once the page is scrolled.
const isFullyUnderstood = ({ scripted, unseen, $ }: ConsentPage) =>
  scripted === undefined && unseen === undefined && $('script').length === 0

const isDecided = (landing: Pick<ConsentResult, 'redirectedTo'> | undefined, granted: readonly string[]): boolean => {
  const query = callbackQuery(landing ?? {})
  const { denied } = decisionGranting(permissions, granted)
  return isSameList(listIn(query, 'grants'), granted) && isSameList(listIn(query, 'denied'), denied)
}

/** Returns whether the page of another request accepts a decision that grants only these permissions. */
const decidesSo = async (context: CheckContext, granted: readonly string[]): Promise<boolean> => {
  const { page } = await openConsentPage(context, { grants: everyPermission })
  return isDecided(await page.decide(decisionGranting(permissions, granted)), granted)
}

const notSeparate = (missing: readonly string[], page: ConsentPage): string =>
  `it is unclear how ${missing.join(', ')} can be granted or denied separately: ${describeControls(page)}`

clause('CONSENT-03', { id: 'each-permission-apart', title: 'each permission separately' }, async context => {
  const { page, request } = await openConsentPage(context, { grants: everyPermission })
  if (areTogether(page)) return
  const granted = ['email', 'id_card']
  const result = await page.decide(decisionGranting(permissions, granted)).catch((error: unknown) => {
    if (error instanceof Blocked && isFullyUnderstood(page)) return undefined
    throw error
  })
  const missing = permissions.filter(permission => !result?.decided.includes(permission))
  if (missing.length === 0) return
  // A page may only have a button to share what is not shared yet; everything else is then denied.
  const [others, left] = [permissions.filter(permission => !granted.includes(permission)), missing.join()]
  if (left === others.join() && isDecided(result, granted) && (await decidesSo(context, others))) return
  if (!isFullyUnderstood(page)) blocked(obstacleOf(notSeparate(missing, page), nameControls))
  fail('not every permission can be granted or denied separately', {
    expected: `a control for each of ${request.grants}`,
    actual: `none for ${missing.join(', ')}`,
  })
})
