import type { CheckOutcome } from '../queries.ts'
import { whereOf } from '../queries.ts'
import type { Evidence } from './evidence.ts'
import { icon, linkTo, place, verdictWord } from './icons.ts'
import { html, type Markup } from './markup.ts'
import { indented, limits, pair, plain, plural, short } from './text.ts'

/** Renders a check on one line. */
export const checkLine = (check: CheckOutcome): Markup => html`
<li id="${place(check.id)}">${icon(check.verdict)}<span>${short(check.title)}</span> <code class="quiet">${short(check.id)}</code>
${check.reason !== undefined && html`<span class="quiet">${short(check.reason)}</span>`}</li>`

/** Renders a link to a check that is shown in full elsewhere. */
export const checkReference = (check: CheckOutcome): Markup => html`
<li>${icon(check.verdict)}<span>${short(check.title)}</span> <span class="quiet">shown above:</span> ${linkTo(check.id, short(check.id))}</li>`

/** Renders a check in full: message, expected and actual, counterexample, evidence, and the command that repeats it. */
export const checkView = (check: CheckOutcome, evidence: Evidence): Markup => html`
<section class="check ${check.verdict}" id="${place(check.id)}">
<header><h5>${icon(check.verdict)} ${short(check.title)}</h5>${verdictWord(check.verdict)} <code class="quiet">${short(check.id)}</code></header>
${check.message !== undefined && html`<p class="found">${short(check.message)}</p>`}
${check.reason !== undefined && check.reason !== check.message && html`<p class="found">${short(check.reason)}</p>`}
<dl class="pairs">${outcome(check)}</dl>
${counterexample(check)}
${pageView(check)}
${evidence.get(check.id)}
${check.reproduce !== undefined && html`<p class="label">Command that repeats it</p><pre>${short(check.reproduce, limits.value)}</pre>`}
</section>`

/** Allows only the pictures that a run saves. */
const pictureName = /^pages\/(\d{1,6}\.){1,2}jpg$/

/** Renders the last screenshot of the browser. */
const pageView = ({ page }: CheckOutcome): Markup | undefined =>
  page &&
  html`<p class="label">The page at the last step</p><p>${short(page.title)} <code class="quiet">${short(page.url)}</code></p>
${page.picture !== undefined && pictureName.test(page.picture) && html`<p><img class="page" src="${page.picture}" alt="The page as the browser showed it"></p>`}
${(page.console ?? []).length > 0 && html`<p class="label">Errors of its scripts</p><pre>${short((page.console ?? []).join('\n'), limits.value)}</pre>`}`

const outcome = (check: CheckOutcome): (Markup | undefined)[] => [
  pair('where', whereOf(check) && html`<code>${short(whereOf(check) ?? '')}</code>`),
  pair('expected', check.expected && html`<code>${short(check.expected)}</code>`),
  pair('actual', check.actual && html`<code>${short(check.actual)}</code>`),
  ...(check.observations ?? [])
    .slice(0, 20)
    .map(({ value, note }) => pair('observed', html`<code>${plain(value)}</code> ${note && short(note)}`)),
  pair('took', check.seconds !== undefined && `${check.seconds} s`),
]

const counterexample = ({ counterexample }: CheckOutcome): Markup | undefined => {
  if (!counterexample) return undefined
  const { seed, path, replayPath, value, steps = [], runs, shrinks } = counterexample
  return html`<p class="label">Smallest value that fails</p>
${value !== undefined && html`<pre>${indented(value)}</pre>`}
${steps.length > 0 && html`<pre>${short(steps.map((step, index) => `${index + 1}. ${plain(step)}`).join('\n'), limits.value)}</pre>`}
<p class="quiet">seed ${seed}, path <code>${short(path)}</code>${replayPath && html`, commands <code>${short(replayPath)}</code>`}${
    runs !== undefined && `, ${runs} tried`
  }${shrinks !== undefined && `, shrunk ${plural(shrinks, 'time')}`}</p>`
}
