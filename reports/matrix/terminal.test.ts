import { expect, test } from 'vitest'
import { der, reportOf } from '../ambiguities/reports.test.support.ts'
import { hostile, poisoned, withIds } from '../fixtures/hostile.ts'
import { failingReport } from '../fixtures/report.ts'
import { matrixOf } from './index.ts'
import { renderMatrix } from './terminal.ts'

const text = (width: number, reports: Parameters<typeof matrixOf>[0][number]['report'][]) =>
  renderMatrix(matrixOf(reports.map((report, at) => ({ file: `${at}.json`, report }))), { color: false, width })

test('the reason is below a pair that cannot work together', () => {
  const lines = text(120, [reportOf('gateway', { profile: der }), reportOf('merchant')]).split('\n')
  expect(lines).toContain('  Of 1 pair of a gateway and a merchant, 0 can work together, 1 cannot, 0 are in doubt.')
  const at = lines.indexOf('  ✕ gateway [1] and merchant [2]: no')
  expect(lines[at + 1]).toContain('SIG-07: [1] der-hex; [2] compact-hex. [1] refuses the orders')
  expect(lines).toContain('  ≠ encoding of signatures (SIG-07): der-hex [1]; compact-hex [2]')
})

test('the text of a target stays on its line, and inside the terminal', () => {
  const reports = hostile.map(each => withIds(poisoned(failingReport, each), each))
  const shown = text(60, [...reports, reportOf('merchant')])
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/)
  expect(shown.split('\n').filter(line => line.length > 60)).toEqual([])
})
