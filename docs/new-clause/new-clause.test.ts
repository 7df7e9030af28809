import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingForBrowser } from '../../harness/pages/browser/process/installed.ts'
import { requirementIds } from '../../protocol/requirements/index.ts'
import { root } from '../documents.ts'
import { newClause } from './index.ts'
import { sourcesAt, withCheck, withNumber } from './places.ts'

/** Runs a script with Node; its output, whatever the exit code. */
const execute = (script: string, args: string[], cwd: string): Promise<string> =>
  new Promise(resolve => {
    execFile(process.execPath, [join(cwd, script), ...args], { cwd }, (_, out, errors) => resolve(out + errors))
  })

/** Files with the mark that the skeletons of a new clause leave for a person: it may stand nowhere else. */
const placeholders = (folder: string): string[] =>
  ['protocol/requirements/**/*.ts', 'suites/**/*.ts', 'selftest/mutants/**/*.ts', 'CHANGELOG.md']
    .flatMap(glob => sourcesAt(folder, glob))
    .filter(({ text }) => /\bTODO\b/.test(text))
    .map(({ path }) => path)

const prefixes = [...new Set(requirementIds.map(id => id.replace(/-\d+$/, '')))]

const isCopied = (path: string) =>
  !/\/(node_modules|\.git|dist|conformance-report)(\/|$)/.test(path.slice(root.length - 1))

test('nothing that is unfinished is in the repository', () => {
  expect(placeholders(root)).toEqual([])
})

describe('a new clause in a copy of the repository', () => {
  let copy = ''
  let steps = ''

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'new-clause-'))
    cpSync(root, copy, { recursive: true, filter: isCopied })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    steps = newClause(copy, 'CHECKOUT-20')
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  test('four files hold a skeleton, and the steps name them', () => {
    const written = placeholders(copy)
    expect(written).toEqual([
      'protocol/requirements/checkout.ts',
      expect.stringMatching(/^suites\/gateway\/checkout\/.*20\..*\.suite\.ts$/),
      expect.stringMatching(/^selftest\/mutants\/gateway\/checkout/),
      'CHANGELOG.md',
    ])
    for (const path of written) expect(steps).toContain(path)
  })

  test.each([
    ['CHECKOUT-20', 'The next free id is CHECKOUT-21'],
    ['CHECKOUT-04', 'The next free id is CHECKOUT-21'],
    ['CHEKOUT-21', 'No part of the register'],
    ['checkout', 'is not a clause id'],
  ])('%s is refused', (id, message) => {
    expect(() => newClause(copy, id)).toThrow(message)
  })

  test.each(prefixes)('%s: a next clause has its places, too', prefix => {
    expect(newClause(copy, `${prefix}-90`)).toContain(`${prefix}-90 has its skeletons`)
  })

  // Without the packages that are optional for users, the sources have no types of them.
  const compiles = missingForBrowser(process.execPath) === undefined
  const untilFilledIn = 'it does not compile until it is filled in, and nothing else is missing'
  test.skipIf(!compiles)(untilFilledIn, { timeout: 180_000 }, async () => {
    expect(await execute('docs/generate.ts', [], copy)).toBe('')
    const output = await execute('node_modules/typescript/bin/tsc', ['--noEmit'], copy)
    const files = [...output.matchAll(/^(.*)\(\d+,\d+\): error TS/gm)].map(([, file]) => file)
    const typed = placeholders(copy).filter(path => /^(protocol|selftest)/.test(path))
    expect(new Set(files)).toEqual(new Set([...typed, 'protocol/requirements/index.ts']))
  })
})

test.each([
  ['01-03.12.page.suite.ts', 4, '01-04.12.page.suite.ts'],
  ['05.page.suite.ts', 20, '05.20.page.suite.ts'],
  ['page.suite.ts', 3, '03.page.suite.ts'],
])('%s with %d is %s', (name, number, expected) => {
  expect(withNumber(name, number)).toBe(expected)
})

describe('where a check is added to a suite', () => {
  const check = (subject = '') => `\nclause('X-01', '${subject}', async () => {})\n`

  test('before the export that closes it, with its docstring', () => {
    const text = 'const { clause } = suite\n\n/** It. */\nexport const it = whereDeclared(suite)\n'
    expect(withCheck(text, check)).toBe(text.replace('/** It', `${check().slice(1)}\n/** It`))
  })

  test('at the end of one without', () => {
    expect(withCheck('const { clause } = it\n', check)).toBe(`const { clause } = it\n${check()}`)
  })

  test('inside the callback', () => {
    const text = "export const it = onEvery('it', (clause, call) => {\n})\n"
    expect(withCheck(text, check)).toBe(text.replace('})', `${check('call').replace('clause', '  clause')}})`))
  })

  test('nowhere in a file of another shape', () => {
    expect(withCheck('export const it = 1\n', check)).toBeUndefined()
  })
})
