/** PAGE-02 · The page offers payment options, and a way to cancel. */

import { defineSuite } from '../../../harness/clause.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages.ts'
import { describeControls, obstacleOf } from '../../../pages/visit/obstacles.ts'
import { openSession, staticPageOf } from '../../support/gateway/hosted-page/checkout-session.ts'
import { expectShownSoon } from '../../support/pages/page-text.ts'

const { clause } = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

/** Blocks the check because one of the controls whose purpose is unknown may be the missing one. */
const blockUnread = (page: Page, goal: 'pay' | 'cancel'): never =>
  blocked(
    obstacleOf(
      `it is unclear which control ${goal}s: ${describeControls(page)}`,
      `name it under pages.checkout.${goal} in the config, such as ${goal === 'pay' ? '"button:Pay now"' : '"button:Back to the shop"'}`,
    ),
  )

clause('PAGE-02', 'payment options', async context => {
  const page = staticPageOf(await openSession(context))
  const { pay, unread } = page.controls
  if (!pay && unread > 0) blockUnread(page, 'pay')
  await expectShownSoon(page, ({ controls }) => controls.pay && controls.options > 0, {
    message: 'the page offers no way to pay',
    expected: 'at least one payment option',
    actual: describeControls(page),
  })
})

clause('PAGE-02', 'a way to cancel', async context => {
  const page = staticPageOf(await openSession(context))
  const { cancel, unread } = page.controls
  if (!cancel && unread > 0) blockUnread(page, 'cancel')
  await expectShownSoon(page, ({ controls }) => controls.cancel, {
    message: 'the page offers no way to cancel',
    expected: 'a button or link to cancel',
    actual: describeControls(page),
  })
})
