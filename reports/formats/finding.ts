import type { Report } from '../../schemas/messages.ts'
import { type CheckOutcome, factsOf, whereOf } from '../queries.ts'
import { truncate, visible } from '../visible.ts'

/** The parts of a check's id: `checkout/expired-order` is the check of a suite. */
export const suiteOf = ({ id }: CheckOutcome): string => id.split('/')[0] ?? id

/** How much text of one check a format shows, in characters; report.json has the rest. */
const textLimit = 4_000

/** Makes text of a target safe to show: spells out invisible characters, and truncates after `limit` characters. */
export const shown = (text: string, limit: number = textLimit): string => truncate(visible(text), limit)

const line = (label: string, value: string | undefined): string[] =>
  value === undefined || value === '' ? [] : [`${label}: ${shown(value, 1_000)}`]

/** Returns the finding of a check in one sentence, or why it was not tried. */
export const sentenceOf = (check: CheckOutcome): string => shown(check.message ?? check.reason ?? check.title, 1_000)

/** Returns all that a developer needs to fix a finding: what, where, and how to repeat it. */
export const findingText = (check: CheckOutcome): string => {
  const { counterexample: found } = check
  const steps = found?.steps ?? []
  return shown(
    [
      sentenceOf(check),
      ...line('clauses', check.clauses.join(', ')),
      ...line('tried', check.title),
      ...line('where', whereOf(check)),
      ...line('expected', check.expected),
      ...line('actual', check.actual),
      ...(found && steps.length === 0 ? line('smallest case', JSON.stringify(found.value)) : []),
      ...steps.map((step, index) => `${index + 1}. ${shown(step, 300)}`),
      ...line('repeat', check.reproduce),
    ].join('\n'),
  )
}

/** Names the certified target: `gateway, OCID 1001, https://…`. */
export const targetText = ({ target, partner }: Report): string =>
  shown([target, ...(partner ? [partner] : [])].map(factsOf).join(', together with '), 300)
