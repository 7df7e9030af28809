import { expect, test } from 'vitest'
import { exchanges } from '../fixtures/exchanges.ts'
import { failingReport } from '../fixtures/report.ts'
import { evidenceOf, exchangesShown } from './evidence.ts'
import { htmlParts, renderHtml } from './index.ts'
import { limits } from './text.ts'

test('only the exchanges that the page shows are read', () => {
  const [first] = exchanges
  const [check] = failingReport.checks
  if (!first || !check) throw new Error('no fixture')
  const ids = Array.from({ length: 1_000 }, (_, index) => String(index))
  const long = { ...check, verdict: 'fail' as const, exchange: '500', exchanges: ids }
  const read: string[] = []
  const get = (id: string) => {
    read.push(id)
    return { ...first, id }
  }
  evidenceOf({ ...failingReport, checks: [long] }, { get })
  expect(exchangesShown(long).toSorted()).toEqual(read.toSorted())
  expect(new Set(read)).toContain('500')
  expect(read.length).toBeLessThanOrEqual(limits.exchanges + 1)
})

test('the parts of a page make up the page', () => {
  const byId = new Map(exchanges.map(exchange => [exchange.id, exchange]))
  const parts = [...htmlParts(failingReport, byId)]
  expect(parts.length).toBeGreaterThan(failingReport.clauses.length)
  expect(parts.join('')).toBe(renderHtml(failingReport, exchanges))
})
