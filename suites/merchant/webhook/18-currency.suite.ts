/**
 * WEBHOOK-18 · A proof of the same number in another currency does not pay the order: the right proof afterwards is
 * accepted (the answer to the wrong one: WEBHOOK-08).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { otherCurrencies, similarCurrencies } from '../../members/values/similar-currencies.ts'
import { sendProofControl } from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'
import { expectLeftUnpaid } from '../../support/merchant/unpaid-orders.ts'
import { expectMinimalUnpaid } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-members', roles: ['merchant'], operations: ['transfer.webhook'] })

/** The optional member of a proof: a program may handle a proof with it differently. */
const memo = { memo: 'Conformance proof' }

clause('WEBHOOK-18', 'proof in another currency, and a memo', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'another currency', () => ({ ...memo, currency: otherCurrency(context) }))
})

clause('WEBHOOK-18', 'proof of another currency, for an order without optional members', context =>
  expectMinimalUnpaid(context, { what: 'another currency', change: { currency: otherCurrency(context) } }),
)

const alike = defineSuite({ id: 'webhook-alike', roles: ['merchant'], operations: ['transfer.webhook'] })

alike.clause.property<string[]>('WEBHOOK-18', 'any other currencies', async context => {
  await sendProofControl(context)
  const own = context.money.currency
  const [others, alike] = [otherCurrencies(own), similarCurrencies(own)]
  return {
    arbitrary: () => someOf(others),
    examples: alike.length > 0 ? unlessQuick(context, [alike]) : [],
    runs: 5,
    test: (on, drawn) => expectLeftUnpaid(on, drawn.join(', '), () => drawn.map(currency => ({ currency }))),
  }
})

const payment = defineSuite({ id: 'webhook-payment', roles: ['merchant'], operations: ['transfer.webhook'] })

payment.clause(
  'WEBHOOK-18',
  'proof in another currency',
  async context => {
    await sendProofControl(context)
    await expectLeftUnpaid(context, 'another currency', () => ({ currency: otherCurrency(context) }))
  },
  { firstLook: true },
)
