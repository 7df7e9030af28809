import { fromMinorUnits, toMinorUnits } from '../../../protocol/amount.ts'
import type { RunSettings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'

/** The checks send up to this many times the smallest amount. */
const leastWidth = 500n

/** Checks the range of amounts of each currency. Throws UsageError for an unusable range. */
export const checkRanges = (amounts: RunSettings['amounts']): void => {
  for (const [code, { min, max }] of Object.entries(amounts)) checkRange(code, min, max)
}

const checkRange = (code: string, min: string, max: string): void => {
  const [low, high] = [toMinorUnits(min, code), toMinorUnits(max, code)]
  if (low === undefined || high === undefined)
    throw new UsageError(
      `amounts.${code}: ${min} to ${max} is not in units of ${code}.`,
      'Give no more digits than the currency has.',
    )
  if (low > high) throw new UsageError(`amounts.${code}: ${min} is more than ${max}.`, 'min is the smaller one.')
  if (high < low * leastWidth)
    throw new UsageError(
      `amounts.${code}: ${min} to ${max} is too narrow: the checks send up to ${leastWidth} times the smallest amount.`,
      `Make the target accept a wider range during the run, such as ${min} to ${fromMinorUnits(low * leastWidth, code)}.`,
    )
}

/** Checks the items of a merchant's catalogue. Throws UsageError for a price or a quantity that no order can have. */
export const checkItems = (items: RunSettings['items'], currency: string | undefined): void => {
  if (items.length > 0 && currency === undefined)
    throw new UsageError('items: the prices have no currency.', 'Give `currency` in the config.')
  for (const [at, { quantity, price }] of items.entries()) {
    if ((toMinorUnits(price, currency ?? '') ?? 0n) <= 0n)
      throw new UsageError(
        `items[${at}].price: ${price} is not an amount of ${currency}.`,
        'Give the price of the catalogue, with no more digits than the currency has.',
      )
    if (quantity < 1)
      throw new UsageError(`items[${at}].quantity: ${quantity} is not a quantity.`, 'Order one or more.')
  }
}
