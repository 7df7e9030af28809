import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerVersion } from '../../protocol/requirements/index.ts'
import { root as checkout } from '../documents.ts'
import { readFragment, readFragments } from './fragments.ts'
import { compile, problemsOf } from './index.ts'

test('each fragment of this repository can be released', () => {
  expect(readFragments(checkout).flatMap(({ problems }) => problems)).toEqual([])
})

test('above the first version, the changelog has 60 lines at most', () => {
  const [above = ''] = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8').split(/^## \d/m)
  expect(above.split('\n').length).toBeLessThanOrEqual(60)
})

describe('a fragment', () => {
  test('has its clauses, its effect, and a text', () => {
    const source = '---\nclauses: AUTH-14, AUTH-15\nturns: red\n---\n\nTwo requests with\nan empty nonce.\n'
    expect(readFragment('changes/a.md', source)).toEqual({
      fragment: {
        path: 'changes/a.md',
        clauses: ['AUTH-14', 'AUTH-15'],
        turns: 'red',
        text: 'Two requests with an empty nonce.',
      },
      problems: [],
    })
  })

  test('has only a text if it turns nothing', () => {
    expect(readFragment('changes/a.md', 'Help is shorter.\n')).toEqual({
      fragment: { path: 'changes/a.md', clauses: [], text: 'Help is shorter.' },
      problems: [],
    })
  })

  test.each([
    ['---\nclauses: AUTH-99\nturns: red\n---\nIt.\n', 'AUTH-99 is not in the register'],
    ['---\nclauses: AUTH-14\nturns: blue\n---\nIt.\n', 'turns: blue: give one of red, warn, green'],
    ['---\nclauses: AUTH-14\n---\nIt.\n', 'give both clauses and turns, or neither'],
    ['---\nturns: red\n---\nIt.\n', 'give both clauses and turns, or neither'],
    ['---\nclause: AUTH-14\n---\nIt.\n', '"clause" is not known: give clauses and turns'],
    [`${'word '.repeat(26)}\n`, 'it has 26 words: leave 25 at most'],
    ['\n', 'it says nothing'],
  ])('%j is refused', (source, problem) => {
    expect(readFragment('changes/a.md', source).problems).toEqual([`changes/a.md: ${problem}`])
  })

  test('may have 25 words', () => {
    expect(readFragment('changes/a.md', 'word '.repeat(25)).problems).toEqual([])
  })
})

describe('a release', () => {
  let root = ''
  const minor = { from: '1.0.0', to: '1.1.0', date: '2026-12-01' }
  const add = (name: string, text: string) => writeFileSync(join(root, 'changes', name), text)

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'release-'))
    mkdirSync(join(root, 'changes'))
    cpSync(join(checkout, 'changes/README.md'), join(root, 'changes/README.md'))
    writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\nHow to read it.\n\n## 1.0.0\n\nThe first one.\n')
    writeFileSync(join(root, 'README.md'), 'npm install ./oc-conformance-1.0.0.tgz\n')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  test('lists the fragments by their effect above the last version, and removes them', () => {
    add('help.md', 'Help is shorter.\n')
    add('nonce.md', '---\nclauses: AUTH-14\nturns: red\n---\nTwo requests with an empty nonce.\n')
    add('icon.md', '---\nclauses: CONSENT-01\nturns: green\n---\nIcons may be data.\n')
    expect(problemsOf(root, minor)).toEqual([])
    compile(root, minor)
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toBe(`# Changelog

How to read it.

## 1.1.0 (2026-12-01)

With edition ${registerVersion} of the register.

### Can turn a target red

- AUTH-14: Two requests with an empty nonce.

### No longer fails, warns or blocks

- CONSENT-01: Icons may be data.

### Other changes

- Help is shorter.

## 1.0.0

The first one.
`)
    expect(readdirSync(join(root, 'changes'))).toEqual(['README.md'])
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('npm install ./oc-conformance-1.1.0.tgz\n')
  })

  test('needs a minor version if a target can turn red or warn', () => {
    add('nonce.md', '---\nclauses: AUTH-14\nturns: warn\n---\nTwo requests with an empty nonce.\n')
    const patch = { ...minor, to: '1.0.1' }
    expect(problemsOf(root, patch)).toEqual([expect.stringContaining('changes/nonce.md: release a minor version')])
    expect(problemsOf(root, minor)).toEqual([])
  })

  test('is refused without a change, and with one that cannot be used', () => {
    expect(problemsOf(root, minor)).toEqual(['changes/ is empty: there is nothing to release.'])
    add('a.md', '---\nturns: red\n---\nIt.\n')
    expect(problemsOf(root, minor)).toEqual(['changes/a.md: give both clauses and turns, or neither'])
  })
})
