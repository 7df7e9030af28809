import { ambiguitiesOf } from '../../reports/ambiguities/index.ts'
import { renderAmbiguities } from '../../reports/ambiguities/terminal.ts'
import { diffOf } from '../../reports/diff/index.ts'
import { renderDiff, renderDiffMarkdown } from '../../reports/diff/text.ts'
import type { Exchange } from '../../reports/exchange.ts'
import { formats } from '../../reports/formats/index.ts'
import { renderMatrixHtml } from '../../reports/html/matrix/index.ts'
import { matrixOf } from '../../reports/matrix/index.ts'
import { renderMatrix } from '../../reports/matrix/terminal.ts'
import { renderSummary } from '../../reports/terminal.ts'
import type { Report } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'

const plain = { color: false, width: 100 }

/** Renders a report in every format. Throws if a renderer throws, or if the report does not match its schema. */
export const renderEverywhere = (report: Report, exchanges: Exchange[]): void => {
  const [misfit] = violations('report', report)
  if (misfit) throw new Error(`the report does not match its schema: ${misfit.path} ${misfit.message}`)
  renderSummary(report, { ...plain, reportDir: 'report' })
  for (const { render, variant } of Object.values(formats)) {
    render(report, exchanges)
    variant?.render(report)
  }
  const sources = [report, report].map((each, at) => ({ report: each, file: `${at}.json` }))
  renderDiff(diffOf(report, report))
  renderDiffMarkdown(diffOf(report, report))
  renderMatrix(matrixOf(sources), plain)
  renderMatrixHtml(matrixOf(sources))
  renderAmbiguities(ambiguitiesOf(sources), plain)
}
