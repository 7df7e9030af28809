/** FMT-03 · Currencies are ISO 4217 codes, OCIDs are integers. */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isCurrencyCode } from '../../../protocol/currency.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { minimalRequest, signedOrder } from '../../support/merchant/orders.ts'

const { clause } = defineSuite({ id: 'merchant-wire-format', roles: ['merchant'], operations: ['orders.create'] })

clause(
  'FMT-03',
  {
    id: 'currency-of-an-order-that-was-requested-in-small-letters',
    title: 'currency of an order that was requested in lower case',
  },
  async context => {
    await signedOrder(context)
    const request = minimalRequest(context)
    const response = await context.createOrder({ ...request, currency: request.currency.toLowerCase() })
    // A target may refuse such a currency.
    if (!isSuccess(response)) return
    const currency = memberOf(memberOf(response.json, 'order') ?? response.json, 'currency')
    expectThat(isCurrencyCode(currency), 'order.currency is not an ISO 4217 code', {
      expected: request.currency,
      actual: currency ?? 'nothing',
    })
  },
)
