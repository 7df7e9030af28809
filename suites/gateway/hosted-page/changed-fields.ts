import type { ActionResult, Page } from '../../../harness/pages.ts'
import type { CheckoutSession } from '../../support/gateway/hosted-page/checkout-session.ts'

/** Maximum number of fields on a page. */
const mostFields = 200

/** Returns the fields of a page that have a value, in any form. */
const fieldsOn = ({ $ }: Page): (readonly [name: string, value: string])[] =>
  $('input[name][value]')
    .toArray()
    .slice(0, mostFields)
    .map(input => [$(input).attr('name') ?? '', $(input).attr('value') ?? ''])

/** Pays with changed values in the page's fields, including those of its other forms. Returns undefined if no field changes. */
export const payWith = async (
  { page }: CheckoutSession,
  change: (value: string) => string,
): Promise<ActionResult | undefined> => {
  const isOther = ([, value]: readonly [string, string]) => change(value) !== value
  const changing = fieldsOn(page).filter(isOther)
  let isChanged = false
  const landing = await page.pay(submission => {
    const { fields } = submission
    const added = changing.filter(([name]) => fields.every(field => field[0] !== name))
    isChanged ||= added.length > 0 || fields.some(isOther)
    return { ...submission, fields: [...fields, ...added].map(([name, value]) => [name, change(value)] as const) }
  })
  return isChanged ? landing : undefined
}
