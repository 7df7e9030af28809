/** PAGE-09 · Text from the order (item names, memo, merchant name) cannot become markup or script in the page. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import type { CheckoutRequest } from '../../../schemas/messages.ts'
import {
  checkoutControl,
  redirectOf,
  requireLoaded,
  visitOrder,
  visitSession,
} from '../../support/gateway/hosted-page/checkout-session.ts'
import { goOn } from '../../support/gateway/hosted-page/later-page.ts'
import { createMarkupProbe, findInjected, type MarkupProbe, textsOf } from '../../support/pages/markup-probe.ts'
import { isLive } from '../../support/pages/page-scripts.ts'

const { clause } = defineSuite({ id: 'hosted-page-later', roles: ['gateway'], operations: ['orders.checkout'] })

clause('PAGE-09', 'markup on a later page', async context => {
  const { merchant, money, fresh } = context
  await checkoutControl(context)
  const probe = createMarkupProbe(fresh('probe'))
  const text = probe.brief
  const order = merchant.order({
    id: `${fresh('order')} ${text}`,
    memo: text,
    reference: text,
    items: [{ id: text, name: text, price: money.amount(), quantity: 1 }],
  })
  const session = await visitOrder(context, order)
  // A refusal keeps the text out of the page.
  if (session === undefined) return
  const { later } = await goOn(requireLoaded(session))
  const found = findInjected(later.$, probe)
  expectThat(found === undefined, 'a text of the order becomes markup on a later page', {
    expected: 'text',
    actual: found,
  })
})

const safety = defineSuite({ id: 'hosted-page-safety', roles: ['gateway'], operations: ['orders.checkout'] })

const places = {
  'item name': (text: string, { money }: CheckContext) => ({
    items: [{ id: 'item-1', name: text, price: money.amount(), quantity: 1 }],
  }),
  memo: (text: string) => ({ memo: text }),
  'order id': (text: string, { fresh }: CheckContext) => ({ id: `${fresh('order')} ${text}` }),
  reference: (text: string) => ({ reference: text }),
  'item id': (text: string, { money }: CheckContext) => ({
    items: [{ id: text, name: 'Conformance item', price: money.amount(), quantity: 1 }],
  }),
}

/** Shows a string of an order on its page. */
const expectText = async (
  context: CheckContext,
  body: CheckoutRequest,
  { probe, place }: { probe: MarkupProbe; place: string },
) => {
  const response = await context.checkout(body)
  // A refusal keeps the text out of the page.
  if (!isSuccess(response)) return
  const { redirectedTo, page, obstacle } = await context.customer().visit(redirectOf(context, response), body.urls)
  if (!page)
    return blocked(
      obstacle ?? `the hosted page does not load (PAGE-01): it redirects to ${redirectedTo?.slice(0, 200)}`,
    )
  const found = findInjected(page.$, probe)
  expectThat(found === undefined, `the ${place} becomes markup in the page`, { expected: 'text', actual: found })
  if (page.obstacle !== undefined) blocked(page.obstacle)
}

for (const [place, orderWith] of Object.entries(places))
  safety.clause(
    'PAGE-09',
    `markup as ${place}`,
    async context => {
      const { merchant } = context
      await checkoutControl(context)
      const probe = createMarkupProbe(context.fresh('probe'))
      // A filter that refuses the long form for its scripts may let the short one through.
      for (const text of textsOf(probe, isLive(context, 'checkout')))
        await expectText(context, merchant.signs(merchant.order(orderWith(text, context))), { probe, place })
    },
    { firstLook: place === 'item name' },
  )

/** Puts a string into the path of an address. */
const inPath = (address: string | undefined, text: string): string => address?.replace('?', `/${text}?`) ?? ''

safety.clause('PAGE-09', 'markup as addresses of the order', async context => {
  const { merchant, fresh } = context
  await checkoutControl(context)
  const probe = createMarkupProbe(fresh('probe'))
  for (const text of [probe.brief, probe.address]) {
    const order = merchant.order()
    const { urls } = merchant.signs(order)
    const [completed, cancelled] = [inPath(urls?.completed, text), inPath(urls?.cancelled, text)]
    const body = merchant.signs(order, { urls: { completed, cancelled } })
    await expectText(context, body, { probe, place: 'address of the order' })
  }
})

/** Returns the metadata of merchant2 with another name, which its signature does not cover. Heading: Metadata document. */
const metadataNamed = ({ merchant2, counterpart, run }: CheckContext, name: string): JsonObject => {
  const config = { endpoint: `${counterpart.baseUrl}/${merchant2.ocid}`, capabilities: [] }
  return metadataDocument({ name, config }, (run.identities.merchant2Published ?? merchant2).key, run.profile)
}

safety.clause('PAGE-09', 'markup as the name in the metadata of the merchant', async context => {
  const { merchant2, counterpart, fresh } = context
  await checkoutControl(context)
  const probe = createMarkupProbe(fresh('probe'))
  counterpart.misbehave(merchant2.ocid, { body: metadataNamed(context, probe.text) })
  context.afterwards(() => counterpart.misbehave(merchant2.ocid, undefined))
  const { page } = await visitSession(context, { merchant: merchant2 })
  const found = findInjected(page.$, probe)
  expectThat(found === undefined, 'the name of the merchant becomes markup in the page', {
    expected: 'text',
    actual: found,
  })
  if (!page.text.includes(probe.attribute))
    context.untried('Markup in the name of a merchant: the page does not show the current name in its metadata.')
})
