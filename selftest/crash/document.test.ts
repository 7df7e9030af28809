import { expect, test } from 'vitest'
import { documentOf, figureOf } from './document.ts'

const results: Parameters<typeof documentOf>[2] = {
  crashes: [{ role: 'gateway', kills: 7, acknowledged: 1234, delivered: 5, wrong: [] }],
  flooded: { replays: 10, accepted: 0, callers: 64, debits: 2, wrong: [] },
}
const sectionsOf = (text: string) => text.split(/^(?=## )/m).map(section => section.trimEnd())
const row = '| gateway | 7 | 1,234 | 5 | 0 |'

test('a run replaces the section of its store only', () => {
  const both = documentOf(documentOf('', 'file', results), 'postgres', results)
  const [head, file, postgres] = sectionsOf(both)
  expect(file).toContain(row)
  const other = { ...results, crashes: results.crashes.map(result => ({ ...result, kills: 8 })) }
  expect(sectionsOf(documentOf(both, 'postgres', other))).toEqual([
    head,
    file,
    expect.stringContaining('| 8 | 1,234 |'),
  ])
  expect(sectionsOf(documentOf(both, 'file', other))).toEqual([
    head,
    expect.stringContaining('| 8 | 1,234 |'),
    postgres,
  ])
})

test('the first run writes the section of its store only', () => {
  const postgres = documentOf('', 'postgres', results)
  expect(sectionsOf(postgres).slice(1)).toEqual([expect.stringContaining(row)])
  expect(documentOf(postgres, 'file', results)).toBe(documentOf(documentOf('', 'file', results), 'postgres', results))
})

test('the figure counts results that were lost, wrong or accepted twice', () => {
  const { crashes, flooded } = results
  expect(figureOf(crashes, flooded)).toBe(
    '0 lost, wrong or accepted twice: 7 kills, 1,234 acknowledgements asked for, 10 replays',
  )
  const lost = crashes.map(result => ({ ...result, wrong: ['a session'] }))
  expect(figureOf(lost, { ...flooded, accepted: 1 })).toMatch(/^2 lost, /)
})
