/** PAGE-11 · Session states after pending; whether query members are added to urls.completed. */

import { defineSuite } from '../../../harness/clause.ts'
import {
  type CheckoutSession,
  openExpiredSession,
  openSession,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { landingWord } from '../../support/gateway/hosted-page/landing-pages.ts'
import { isSameAddress } from '../../support/same-address.ts'

const { clause } = defineSuite({ id: 'hosted-page-choices', roles: ['gateway'], operations: ['orders.checkout'] })

const reopen = async (session: CheckoutSession): Promise<string> =>
  landingWord(await session.customer.visit(session.url, session.urls), session)

clause.observe('PAGE-11', 'session that is paid, opened again', async context => {
  const session = await openSession(context)
  await session.page.pay()
  context.observe({ 'opened after payment': await reopen(session) })
})

clause.observe('PAGE-11', 'session that is cancelled, opened again', async context => {
  const session = await openSession(context)
  await session.page.cancel()
  context.observe({ 'opened after cancel': await reopen(session) })
})

clause.observe('PAGE-11', 'session whose order has expired', async context => {
  const session = await openExpiredSession(context)
  const payment = landingWord(await session.page.pay(), session)
  context.observe({ 'paid after expiry': payment, 'opened after expiry': await reopen(session) })
})

/** Lists the query members that the target added to an address. */
const addedMembers = (redirectedTo: string, { urls }: CheckoutSession): string[] => {
  const original = new URL(urls.completed).searchParams
  return [...new URL(redirectedTo).searchParams.keys()].filter(name => !original.has(name))
}

clause.observe('PAGE-11', 'query of urls.completed', async context => {
  const session = await openSession(context)
  const { redirectedTo } = await session.page.pay()
  const isReached = redirectedTo !== undefined && isSameAddress(redirectedTo, session.urls.completed)
  if (!isReached) return context.observe({ 'urls.completed': 'not reached' })
  const isAsGiven = new URL(session.urls.completed).href === redirectedTo
  const names = addedMembers(redirectedTo, session).join(', ').slice(0, 200)
  context.observe({ 'urls.completed': isAsGiven ? 'as given' : 'with members added' }, names || undefined)
})
