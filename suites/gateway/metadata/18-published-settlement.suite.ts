/** META-18 · A gateway publishes config.settlement, and currencies is not empty. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { settlementOf } from './settlement.ts'

const { clause } = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })

clause('META-18', 'currencies that are settled', async context => {
  const currencies = memberOf(settlementOf(context), 'currencies')
  // META-09 tests whether they are ISO 4217 codes.
  expectThat(Array.isArray(currencies) && currencies.length > 0, 'the gateway publishes no currencies', {
    expected: 'config.settlement.currencies, not empty',
    actual: settlementOf(context) ?? 'no settlement',
  })
})
