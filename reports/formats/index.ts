import type { Report } from '../../schemas/messages.ts'
import type { Exchange } from '../exchange.ts'
import { renderHtml } from '../html/index.ts'
import { renderBadge, renderBadgeJson } from './badge.ts'
import { renderCtrf } from './ctrf.ts'
import { renderHar } from './har.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { FormatName } from './names.ts'
import { renderSarif } from './sarif.ts'

/** Which exchanges of the evidence a format shows: all, those of checks that did not simply pass, or none. */
export type EvidenceNeed = 'all' | 'of-interest' | 'none'

type Format = {
  /** The name of its file in a folder. */
  file: string
  evidence: EvidenceNeed
  render: (report: Report, exchanges: readonly Exchange[]) => string
  /** The same content for programs, in a file with this extension. */
  variant?: { ending: string; render: (report: Report) => string }
}

/** Every format of a report. */
export const formats: Readonly<Record<FormatName, Format>> = {
  junit: { file: 'junit.xml', evidence: 'none', render: renderJunit },
  sarif: { file: 'report.sarif', evidence: 'none', render: renderSarif },
  ctrf: { file: 'ctrf.json', evidence: 'none', render: renderCtrf },
  markdown: { file: 'report.md', evidence: 'none', render: renderMarkdown },
  har: { file: 'exchanges.har', evidence: 'all', render: renderHar },
  badge: {
    file: 'badge.svg',
    evidence: 'none',
    render: renderBadge,
    variant: { ending: '.json', render: renderBadgeJson },
  },
  html: { file: 'report.html', evidence: 'of-interest', render: renderHtml },
}
