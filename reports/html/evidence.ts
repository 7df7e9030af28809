import type { Report } from '../../schemas/messages.ts'
import { bySeverity } from '../../schemas/verdicts.ts'
import type { Exchanges } from '../exchange.ts'
import { type CheckOutcome, isOfInterest } from '../queries.ts'
import { exchangeView } from './exchange.ts'
import { html, type Markup, textOf } from './markup.ts'
import { sequenceView } from './sequence.ts'
import { limits, plural } from './text.ts'

/** The evidence of each check, by the check's id. */
export type Evidence = ReadonlyMap<string, Markup>

/**
 * Renders the evidence of every check that has something to show. The total stays below `limits.evidence`, whatever a target
 * sends: it starts with the worst checks, and exchanges that do not fit are counted and left to the evidence file.
 */
export const evidenceOf = (report: Report, exchanges: Exchanges): Evidence => {
  const checks = report.checks.filter(isOfInterest).sort(bySeverity)
  const evidence = new Map<string, Markup>()
  let left = limits.evidence
  for (const check of checks) {
    const series = left > 0 ? seriesOf(check, exchanges) : undefined
    const views = left > 0 ? within(left, viewsOf(check, exchanges, report.run.sign)) : []
    left -= [...(series ? [series] : []), ...views].reduce((sum, view) => sum + textOf(view).length, 0)
    evidence.set(check.id, html`${series}${views}${omission(check, views)}`)
  }
  return evidence
}

const seriesOf = ({ counterexample }: CheckOutcome, byId: Exchanges): Markup | undefined =>
  sequenceView((counterexample?.exchanges ?? []).flatMap(id => byId.get(id) ?? []))

/** Renders a piece of evidence; it is called only while there is room. */
type View = () => Markup

const viewsOf = (check: CheckOutcome, byId: Exchanges, sign: string | undefined): View[] => {
  const exchanges = shownOf(check).flatMap(id => byId.get(id) ?? [])
  const failed = exchanges.find(({ id }) => id === check.exchange) ?? exchanges.at(-1)
  const isFailed = check.verdict === 'fail' || check.verdict === 'known' || check.verdict === 'warn'
  return exchanges.map(exchange => () => exchangeView(exchange, { open: isFailed && exchange === failed, sign }))
}

type Shown = Pick<CheckOutcome, 'exchanges' | 'exchange' | 'counterexample'>

/** Returns the ids of a check's exchanges that a page shows, if there is room. */
export const exchangesShown = (check: Shown): string[] => [
  ...shownOf(check),
  ...(check.counterexample?.exchanges ?? []),
]

/** Keeps the first two, with the accepted control, the one that failed, and the last ones. */
const shownOf = ({ exchanges = [], exchange }: Shown): readonly string[] =>
  exchanges.filter((id, index) => index < 2 || id === exchange || index >= exchanges.length - (limits.exchanges - 2))

/** Renders the last views that fit, because a check fails at its end. */
const within = (room: number, views: readonly View[]): Markup[] => {
  const rendered: Markup[] = []
  let left = room
  for (const view of views.toReversed()) {
    const markup = left > 0 ? view() : undefined
    left -= markup ? textOf(markup).length : 0
    if (!markup || left < 0) break
    rendered.unshift(markup)
  }
  return rendered
}

const omission = (check: CheckOutcome, views: readonly Markup[]): Markup | undefined => {
  const more = (check.exchanges?.length ?? 0) - views.length
  return more > 0 ? html`<p class="quiet">${plural(more, 'more exchange')} in the evidence file.</p>` : undefined
}
