import { expect, test } from 'vitest'
import type { Report } from '../schemas/messages.ts'
import { renderAnnotations } from './annotations.ts'
import { hostile, poisoned, withIds } from './fixtures/hostile.ts'
import { conformantReport, failingReport } from './fixtures/report.ts'

const linesOf = (...reports: Report[]) => renderAnnotations(reports).split('\n').slice(0, -1)

test('a broken must clause is an error, a warning a warning, a known failure a notice', () => {
  const lines = linesOf(failingReport)
  expect(lines.find(line => line.startsWith('::error title=CHECKOUT-04 (gateway)::'))).toContain(
    'An order that expired a day ago was accepted, and a session was opened for it.%0Aclauses: CHECKOUT-04, ERR-02%0A',
  )
  expect(lines.some(line => line.startsWith('::warning title=FMT-05 (gateway)::'))).toBe(true)
  expect(lines.some(line => line.startsWith('::notice title=TRANSFER-10 (gateway)::'))).toBe(true)
  expect(linesOf(conformantReport)).toEqual([])
})

test('an incomplete run says why', () => {
  const lines = linesOf({ ...failingReport, verdict: 'incomplete' })
  expect(lines.some(line => line.startsWith('::error title=Incomplete (gateway)::'))).toBe(true)
  expect(lines.some(line => line.startsWith('::warning title=blocked%3A '))).toBe(true)
})

test('at most ten of a kind, and the last says how many more', () => {
  const lines = linesOf(...Array.from({ length: 9 }, () => failingReport))
  const errors = lines.filter(line => line.startsWith('::error '))
  const all = linesOf(failingReport).filter(line => line.startsWith('::error ')).length * 9
  expect(errors).toHaveLength(10)
  expect(errors.at(-1)).toBe(`::error title=and more::${all - 9} more%3A the report has them all.`.replace('%3A', ':'))
})

test.each([...hostile, '::error::x', '\n::add-mask::1', '%0A::error::', 'a,b=c::d\r\n##[error]x'])(
  'text of a target starts no command: %j',
  text => {
    const shape = /^::(error|warning|notice) title=[^:,\r\n]*::[^\r\n]*$/
    const lines = linesOf(withIds(poisoned(failingReport, text), text))
    expect(lines.filter(line => !shape.test(line))).toEqual([])
    expect(lines.length).toBeGreaterThan(0)
  },
)
