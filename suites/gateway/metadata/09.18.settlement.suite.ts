import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isCurrency } from '../../../protocol/currency.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'
import { requireMetadata } from '../../support/metadata-document.ts'

/** config.settlement of a gateway. Heading: Metadata document. */
const { clause } = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })

const settlementOf = (context: CheckContext) => {
  requireMetadata(context)
  return memberOf(memberOf(context.run.metadata.json, 'config'), 'settlement')
}

/** Fails the clause unless a value is a list of such values; shows those that are wrong, since a list may be long. */
const expectListOf = (
  list: Json | undefined,
  isMember: (value: unknown) => boolean,
  { message, expected }: { message: string; expected: string },
): void => {
  const wrong = Array.isArray(list) ? list.filter(value => !isMember(value)) : undefined
  const actual = wrong ? `${JSON.stringify(wrong)} among them` : (list ?? 'nothing')
  expectThat(wrong?.length === 0, message, { expected, actual })
}

clause('META-09', 'settlement', async context => {
  const settlement = settlementOf(context) ?? notApplicable('The target publishes no config.settlement.')
  const [currencies, accepts] = [memberOf(settlement, 'currencies'), memberOf(settlement, 'accepts')]
  expectListOf(currencies, isCurrency, {
    message: 'settlement.currencies is not a list of ISO 4217 codes',
    expected: 'an array of active ISO 4217 codes, in upper case',
  })
  expectListOf(accepts, Number.isInteger, {
    message: 'settlement.accepts is not a list of OCIDs',
    expected: 'an array of integers',
  })
})

clause('META-18', 'currencies that are settled', async context => {
  const currencies = memberOf(settlementOf(context), 'currencies')
  // Whether they are ISO 4217 codes is tested by META-09.
  expectThat(Array.isArray(currencies) && currencies.length > 0, 'the gateway publishes no currencies', {
    expected: 'config.settlement.currencies, not empty',
    actual: settlementOf(context) ?? 'no settlement',
  })
})
