/**
 * PAGE-10 · An unknown session id answers a 4xx; the page may not be framed by other sites, is not cached, and a
 * payment needs a POST from the page (no GET pays, no cross-site form pays).
 */

import { randomInt } from 'node:crypto'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isRefusedWith4xx } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages.ts'
import type { SubmissionChange } from '../../../harness/submission.ts'
import type { Order } from '../../../schemas/messages.ts'
import { twoItems } from '../../support/gateway/checkout/order-items.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import {
  expectUnpaid,
  rehearsePayment,
  withOwnTokens,
  withoutTokens,
} from '../../support/gateway/hosted-page/forged-payment.ts'
import { goOn, type LaterPage } from '../../support/gateway/hosted-page/later-page.ts'
import { expectNotCacheable, expectNotFrameable } from '../../support/pages/page-security.ts'
import { hasText } from '../../support/pages/page-text.ts'

const { clause } = defineSuite({ id: 'hosted-page-later', roles: ['gateway'], operations: ['orders.checkout'] })

const openLaterPage = async (context: CheckContext, order: Partial<Order> = {}): Promise<LaterPage> =>
  goOn(await openSession(context, { order }))

clause('PAGE-10', 'later page in a frame of another site', async context => {
  await expectNotFrameable(context, 'checkout', (await openLaterPage(context)).later.response)
})

clause('PAGE-10', 'later page in a cache', async context => {
  expectNotCacheable(context, (await openLaterPage(context)).later.response)
})

const safety = defineSuite({ id: 'hosted-page-safety', roles: ['gateway'], operations: ['orders.checkout'] })

const alphabets = [/^\d$/, /^[0-9a-f]$/, /^[0-9A-F]$/, /^[a-z0-9]$/i]
const characters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns a random id of the same shape. */
const randomLike = (id: string): string => {
  const isReplaced = (character: string) => /[a-z0-9]/i.test(character)
  const used = [...id].filter(isReplaced)
  const alphabet = alphabets.find(pattern => used.every(character => pattern.test(character))) ?? /./
  const choices = [...characters].filter(character => alphabet.test(character))
  return [...id].map(character => (isReplaced(character) ? choices[randomInt(choices.length)] : character)).join('')
}

/** Returns the longest word of an address, which most likely identifies the session if its last segment does not (CHECKOUT-10). */
const longestWord = (url: string): string => {
  const { pathname, search } = new URL(url)
  const words = `${pathname}${search}`.match(/[\w-]+/g) ?? []
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}

safety.clause('PAGE-10', 'unknown session', async context => {
  const { url, id } = await openSession(context)
  const name = id || longestWord(url)
  if (name === '') blocked('the address of the hosted page does not name the session (CHECKOUT-10)', 'CHECKOUT-10')
  // 24 characters or more, so that the id cannot belong to another session.
  const unknown = url.slice(0, url.lastIndexOf(name)) + randomLike(name).padEnd(24, '0')
  const { page, responses } = await context.customer().visit(unknown)
  const response = responses.at(-1)
  expectThat(response !== undefined && isRefusedWith4xx(response), 'the page of an unknown session is not an error', {
    expected: 'a 4xx',
    actual: page ? page.response.status : 'a redirect elsewhere',
  })
})

/** How many characters at one end of a session id are kept: too few to identify an unguessable session. */
const kept = 8

safety.clause(
  'PAGE-10',
  { id: 'session-whose-id-begins-or-ends-alike', title: 'session id with the same beginning or end' },
  async context => {
    const { url, id, order } = await openSession(context, { order: twoItems(context) })
    if (id === '') blocked('the address of the hosted page does not name the session (CHECKOUT-10)', 'CHECKOUT-10')
    if (id.length < 2 * kept) notApplicable('The session id is too short to change all of it except one end.')
    for (const similar of [
      id.slice(0, kept) + randomLike(id.slice(kept)),
      randomLike(id.slice(0, -kept)) + id.slice(-kept),
    ]) {
      const { page } = await context.customer().visit(url.slice(0, url.lastIndexOf(id)) + similar)
      const isShown = page !== undefined && order.items?.every(({ name }) => hasText(page.text, name))
      expectThat(!isShown, 'a session is found by one end of its id', {
        expected: `a 4xx for ${similar}, which the gateway did not issue`,
        actual: `${page?.response.status} and the order of ${id}`,
      })
    }
  },
)

safety.clause('PAGE-10', 'page in a frame of another site', async context => {
  await expectNotFrameable(context, 'checkout', (await openSession(context)).page.response)
})

safety.clause('PAGE-10', 'page in a cache', async context => {
  expectNotCacheable(context, (await openSession(context)).page.response)
})

safety.clause('PAGE-10', 'payment by GET', async context => {
  const { payment, lastStep } = await rehearsePayment(context)
  if (payment.method === 'GET') fail('a GET pays', { expected: 'a POST', actual: `GET ${payment.url}` })
  const session = await openSession(context)
  const landing = await session.page.pay((submission, step) =>
    step >= lastStep ? { ...submission, method: 'GET' } : submission,
  )
  await expectUnpaid(context, session, { attempts: [landing], by: 'a GET' })
})

safety.clause('PAGE-10', 'payment by a form of another site', async context => {
  const rehearsal = await rehearsePayment(context)
  const session = await openSession(context)
  const attempts: ActionResult[] = []
  for (const forgeFields of [withoutTokens, withOwnTokens]) {
    const change: SubmissionChange = (submission, step) =>
      step >= rehearsal.lastStep
        ? { ...submission, fields: forgeFields(submission, rehearsal, session), forged: true }
        : submission
    attempts.push(await session.page.pay(change))
  }
  await expectUnpaid(context, session, { attempts, by: "another site's form" })
})
