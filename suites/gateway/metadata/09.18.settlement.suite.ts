import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isCurrency } from '../../../protocol/currency.ts'
import { requireMetadata } from '../../support/metadata-document.ts'

/** config.settlement of a gateway. Heading: Metadata document. */
export const gatewaySettlement = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })
const { clause } = gatewaySettlement

const settlementOf = (context: CheckContext) => {
  requireMetadata(context)
  return member(member(context.run.metadata.json, 'config'), 'settlement')
}

clause('META-09', 'settlement', async context => {
  const settlement = settlementOf(context) ?? notApplicable('The target publishes no config.settlement.')
  const [currencies, accepts] = [member(settlement, 'currencies'), member(settlement, 'accepts')]
  const areCurrencies = Array.isArray(currencies) && currencies.every(isCurrency)
  expectThat(areCurrencies, 'settlement.currencies is not a list of ISO 4217 codes', {
    expected: 'an array of ISO 4217 codes',
    actual: currencies ?? 'nothing',
  })
  const areOcids = Array.isArray(accepts) && accepts.every(Number.isInteger)
  expectThat(areOcids, 'settlement.accepts is not a list of OCIDs', {
    expected: 'an array of integers',
    actual: accepts ?? 'nothing',
  })
})

clause('META-18', 'currencies that are settled', async context => {
  const currencies = member(settlementOf(context), 'currencies')
  // Whether they are ISO 4217 codes is tested by META-09.
  expectThat(Array.isArray(currencies) && currencies.length > 0, 'the gateway publishes no currencies', {
    expected: 'config.settlement.currencies, not empty',
    actual: settlementOf(context) ?? 'no settlement',
  })
})
