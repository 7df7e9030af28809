/**
 * PAYMENT-07 · settlement.accepts names providers of config.settlement.accepts, one at least (not all of them may take
 * this payment).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'
import { foreignOcid } from '../../members/target-set.ts'
import { createPayment } from '../../support/gateway/transactions.ts'
import { paymentDespite, refused, sentByCaller } from './target-set.ts'

const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

clause('PAYMENT-07', 'list of settlement providers', async context => {
  const config = memberOf(context.run.metadata.json, 'config')
  const published = memberOf(memberOf(config, 'settlement'), 'accepts')
  if (!Array.isArray(published))
    return notApplicable('The metadata has no config.settlement.accepts (META-09, META-18) to compare with.')
  const returned = memberOf((await createPayment(context)).settlement, 'accepts')
  const isAccepted = (provider: Json) => published.includes(provider)
  const areAccepted = Array.isArray(returned) && returned.length > 0 && returned.every(isAccepted)
  expectThat(areAccepted, 'settlement.accepts is not taken from the list in the metadata', {
    expected: published,
    actual: returned ?? 'no settlement.accepts',
  })
})

const set = defineSuite({ id: 'payment-target-set', roles: ['gateway'], operations: ['payment.create'] })

set.clause(
  'PAYMENT-07',
  'settlement providers that the caller sends',
  async context => {
    await createPayment(context)
    const { settlement } = (await paymentDespite(context, sentByCaller(context))) ?? refused()
    const accepts = memberOf(settlement, 'accepts')
    const isTaken = Array.isArray(accepts) && accepts.includes(foreignOcid)
    expectThat(!isTaken, 'settlement.accepts has a provider that only the caller named', {
      expected: 'providers of config.settlement.accepts',
      actual: accepts ?? 'no settlement.accepts',
    })
  },
  { fromTable: true },
)
