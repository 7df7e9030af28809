import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../../docs/documents.ts'
import { documentOf } from './document.ts'

const results: Parameters<typeof documentOf>[2] = {
  crashes: [{ role: 'gateway', kills: 7, acknowledged: 1234, delivered: 5, wrong: [] }],
  flooded: { replays: 10, accepted: 0, callers: 64, debits: 2, wrong: [] },
}

test('a run writes the section of its store, and leaves that of the other', () => {
  const before = readFileSync(`${root}/docs/crash.md`, 'utf8')
  const sectionsOf = (text: string) => text.split(/^(?=## )/m).map(section => section.trimEnd())
  const [head, file, postgres] = sectionsOf(before)
  const written = sectionsOf(documentOf(before, 'postgres', results))
  expect(written).toEqual([head, file, expect.stringContaining('| gateway | 7 | 1,234 | 5 | 0 |')])
  const other = sectionsOf(documentOf(before, 'file', results))
  expect(other).toEqual([head, expect.stringContaining('| gateway | 7 | 1,234 | 5 | 0 |'), postgres])
})
