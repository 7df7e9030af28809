import type { Report } from '../../schemas/messages.ts'
import { bySeverity } from '../../schemas/verdicts.ts'
import type { Exchange } from '../exchange.ts'
import type { CheckOutcome } from '../queries.ts'
import { exchangeView } from './exchanges.ts'
import { html, type Markup, textOf } from './markup.ts'
import { limits, several } from './text.ts'

/** What the page shows for a check, by its id. */
export type Evidence = ReadonlyMap<string, Markup>

const isOfInterest = ({ verdict }: CheckOutcome): boolean =>
  verdict !== 'pass' && verdict !== 'not-applicable' && verdict !== 'not-selected'

/**
 * The evidence of every check that did not simply pass. All of it together stays below `limits.evidence`, whatever a target sends: the
 * worst checks come first, and what no longer fits is counted and left to the evidence file.
 */
export const evidenceOf = (report: Report, exchanges: readonly Exchange[]): Evidence => {
  const byId = new Map(exchanges.map(exchange => [exchange.id, exchange]))
  const checks = report.checks.filter(isOfInterest).sort(bySeverity)
  const shown = new Map<string, Markup>()
  let left = limits.evidence
  for (const check of checks) {
    const views = within(left, viewsOf(check, byId))
    left -= views.reduce((sum, view) => sum + textOf(view).length, 0)
    shown.set(check.id, html`${views}${omission(check, views)}`)
  }
  return shown
}

/** A piece of evidence that is put into words only where there is room for it. */
type View = () => Markup

const viewsOf = (check: CheckOutcome, byId: ReadonlyMap<string, Exchange>): View[] => {
  const exchanges = beginningAndEnd(check.exchanges ?? []).flatMap(id => byId.get(id) ?? [])
  const last = exchanges.at(-1)
  const isBroken = check.verdict === 'fail' || check.verdict === 'known'
  return exchanges.map(exchange => () => exchangeView(exchange, isBroken && exchange === last))
}

/** The first two, where the accepted control is, and the last ones, where the fault is. */
const beginningAndEnd = (ids: readonly string[]): readonly string[] =>
  ids.length <= limits.exchanges ? ids : [...ids.slice(0, 2), ...ids.slice(2 - limits.exchanges)]

/** The last of them that fit: the end of a check is where it broke. */
const within = (room: number, views: readonly View[]): Markup[] => {
  const shown: Markup[] = []
  let left = room
  for (const view of views.toReversed()) {
    const markup = left > 0 ? view() : undefined
    left -= markup ? textOf(markup).length : 0
    if (!markup || left < 0) break
    shown.unshift(markup)
  }
  return shown
}

const omission = (check: CheckOutcome, views: readonly Markup[]): Markup | undefined => {
  const more = (check.exchanges?.length ?? 0) - views.length
  return more > 0 ? html`<p class="quiet">${several(more, 'more exchange')} in the evidence file.</p>` : undefined
}
