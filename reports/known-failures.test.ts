import { expect, test } from 'vitest'
import type { Report } from '../schemas/messages.ts'
import { renderAnnotations } from './annotations.ts'
import { failingReport } from './fixtures/report.ts'
import { formats } from './formats/index.ts'
import { renderHtml } from './html/index.ts'
import { staleEntries } from './known-failures.ts'
import { renderSummary } from './terminal.ts'

const said = {
  reason: 'The order of checks is being changed.',
  owner: 'payments',
  expires: '2027-01-31',
  link: 'https://tracker.example/7',
}

const knownFailures: NonNullable<Report['run']['knownFailures']> = [
  { id: 'TRANSFER-10', at: 'known.yaml:2', status: 'fails', ...said },
  { id: 'META-01', at: 'known.yaml:7', status: 'passes', reason: 'x' },
  { id: 'META-02', at: 'known.yaml:9', status: 'expired', expires: '2026-01-31' },
  { id: 'ORDER-01', at: 'known.yaml:12', status: 'unmatched' },
  { id: 'PAGE-06', at: 'known.yaml:15', status: 'untried' },
]
const report: Report = { ...failingReport, run: { ...failingReport.run, knownFailures } }

const textOf = (markup: string): string => markup.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

test.each<[string, string]>([
  ['the terminal', renderSummary(report, { color: false, width: 400, reportDir: 'r' })],
  ['Markdown', textOf(formats.markdown.render(report, []))],
  ['the page', renderHtml(report, [])],
])('%s says why a failure is tolerated, and which entries must be removed', (_, text) => {
  expect(text.replace(/\s+/g, ' ')).toContain(
    'The order of checks is being changed. (payments, until 2027-01-31, https://tracker.example/7, known.yaml:2)',
  )
  for (const { text: sentence } of staleEntries(knownFailures)) expect(text).toContain(sentence)
})

test('JUnit says why a failure is skipped', () => {
  expect(formats.junit.render(report, [])).toMatch(/<skipped message="known failure: [^"]*payments, until 2027-01-31/)
})

test('an entry that must be removed is an annotation', () => {
  expect(renderAnnotations([report])).toContain(
    '::error title=known.yaml%3A7::known.yaml:7: META-01 passes: remove it.',
  )
})

test('each sentence names file, line and cause', () => {
  expect(staleEntries(knownFailures).map(({ text }) => text)).toEqual([
    'known.yaml:7: META-01 passes: remove it.',
    'known.yaml:9: META-02 expired on 2026-01-31: remove it.',
    'known.yaml:12: ORDER-01 matches nothing: remove it.',
  ])
})
