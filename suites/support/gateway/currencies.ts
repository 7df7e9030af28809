import type { CheckContext } from '../../../harness/context.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { currencies, exponentOf } from '../../../protocol/currency.ts'
import type { Json } from '../../../protocol/json.ts'

/** settlement.currencies of the target's metadata; undefined where it publishes none. */
export const settledCurrencies = ({ run }: CheckContext): readonly Json[] | undefined => {
  const listed = member(member(member(run.metadata.json, 'config'), 'settlement'), 'currencies')
  return Array.isArray(listed) ? listed : undefined
}

/** An active currency that the target does not settle in, with as many minor digits as the one of the checks where there is one. */
export const unsupportedCurrency = (context: CheckContext): string => {
  const settled =
    settledCurrencies(context) ??
    notApplicable(
      'The metadata has no settlement.currencies (META-18), so that no currency is known to be unsupported.',
    )
  const others = currencies.filter(
    code => exponentOf(code) !== undefined && !settled.includes(code) && code !== context.money.currency,
  )
  const alike = others.find(code => exponentOf(code) === exponentOf(context.money.currency))
  return alike ?? others[0] ?? notApplicable('The target settles in every active currency.')
}
