import { describe, expect, test } from 'vitest'
import { compareLines, parseLines } from './verdict-lines.ts'

const line = {
  name: 'reference test',
  exitCode: 0,
  verdict: 'conformant',
  clauses: { 'META-01': 'pass', 'META-02': 'pass' },
  checks: { 'metadata/reading': 'pass' },
  observations: { 'metadata/reading META-16': ['a', 'b'] },
}

const compare = (before: object[], after: object[]): string[] => {
  const file = (lines: object[]) => parseLines(lines.map(object => `${JSON.stringify(object)}\n`).join(''))
  return compareLines(file(before), file(after))
}

describe('the comparison of two files of verdicts', () => {
  test('equal files have no difference, whatever the sequence of their lines', () => {
    const other = { ...line, name: 'reference production' }
    expect(compare([line, other], [other, line])).toEqual([])
  })

  test('names the clause, the check or the observation that changed', () => {
    const changed = {
      ...line,
      exitCode: 1,
      clauses: { ...line.clauses, 'META-02': 'fail' },
      checks: { ...line.checks, 'metadata/name': 'fail' },
      observations: { 'metadata/reading META-16': ['a'] },
    }
    expect(compare([line], [changed])).toEqual([
      'reference test: exitCode was 0, is 1',
      'reference test: META-02 was "pass", is "fail"',
      'reference test: metadata/name was nothing, is "fail"',
      'reference test: metadata/reading META-16 was ["a","b"], is ["a"]',
    ])
  })

  test('names what only one of the files has', () => {
    const other = { ...line, name: 'variant of ours' }
    expect(compare([line], [other])).toEqual([
      'reference test: only in the first file',
      'variant of ours: only in the second file',
    ])
  })
})
