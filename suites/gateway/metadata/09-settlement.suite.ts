/** META-09 · Where config.settlement is present it has currencies (ISO 4217 codes) and accepts (integer OCIDs). */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isCurrencyCode } from '../../../protocol/currency.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'
import { settlementOf } from './settlement.ts'

const { clause } = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })

/** Fails the clause unless a value is a list of such values; shows only the wrong ones, since a list may be long. */
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
  expectListOf(currencies, isCurrencyCode, {
    message: 'settlement.currencies is not a list of ISO 4217 codes',
    expected: 'an array of ISO 4217 codes, in upper case',
  })
  expectListOf(accepts, Number.isInteger, {
    message: 'settlement.accepts is not a list of OCIDs',
    expected: 'an array of integers',
  })
})
