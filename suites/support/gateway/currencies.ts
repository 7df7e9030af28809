import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { currencies, exponentOf } from '../../../protocol/currency.ts'
import { type Json, memberOf } from '../../../protocol/json/json.ts'

/** Returns settlement.currencies of the target's metadata; undefined if it publishes none. Heading: Metadata document. */
export const settledCurrencies = ({ run }: Pick<CheckContext, 'run'>): readonly Json[] | undefined => {
  const listed = memberOf(memberOf(memberOf(run.metadata.json, 'config'), 'settlement'), 'currencies')
  return Array.isArray(listed) ? listed : undefined
}

/** Returns an active currency that the target does not settle in, preferably with as many minor digits as the run's. */
export const unsupportedCurrency = (context: CheckContext): string => {
  const settled =
    settledCurrencies(context) ??
    notApplicable('The metadata has no settlement.currencies (META-18) that would show an unsupported currency.')
  const others = currencies.filter(
    code => exponentOf(code) !== undefined && !settled.includes(code) && code !== context.money.currency,
  )
  const alike = others.find(code => exponentOf(code) === exponentOf(context.money.currency))
  return alike ?? others[0] ?? notApplicable('The target settles in every active currency.')
}

/** Returns ten thousand million whole units, more than any fraud check accepts; a gateway may have no fraud check. */
export const excessiveAmount = ({ money }: CheckContext): string => money.amount(10n ** 14n)
