import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requirementIds } from '../../protocol/requirements/index.ts'
import { taggedClauses } from '../clause-files.ts'
import { root } from '../documents.ts'
import { readFragment } from '../release/fragments.ts'
import { newClause } from './index.ts'
import { copyRepository, placeholders } from './new-clause.test.support.ts'
import { frameOf, taggedWith } from './places.ts'

const prefixes = [...new Set(requirementIds.map(id => id.replace(/-\d+$/, '')))]

/** Returns the next id of a chapter, and the name of its suite file. */
const nextOf = (prefix: string) => {
  const taken = requirementIds.filter(id => id.startsWith(`${prefix}-`)).map(id => Number(id.split('-')[1]))
  const number = String(Math.max(...taken) + 1).padStart(2, '0')
  return { id: `${prefix}-${number}`, file: `${number}-new.suite.ts` }
}

test('nothing that is unfinished is in the repository', () => {
  expect(placeholders(root)).toEqual([])
})

describe('a new clause in a copy of the repository', () => {
  let copy = ''
  let steps = ''

  beforeAll(() => {
    copy = copyRepository()
    steps = newClause(copy, 'CHECKOUT-20')
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  test('three files hold a skeleton, and the steps name them', () => {
    const written = placeholders(copy)
    expect(written).toEqual([
      'protocol/requirements/checkout.ts',
      'suites/gateway/checkout/20-new.suite.ts',
      expect.stringMatching(/^implementations\/mutants\/gateway\/checkout/),
    ])
    for (const path of written) expect(steps).toContain(path)
  })

  test('the row has the roles of its neighbour and the next edition, and the changelog has its line', () => {
    const register = readFileSync(join(copy, 'protocol/requirements/checkout.ts'), 'utf8')
    expect(register).toMatch(/'CHECKOUT-20': \{\n {4}roles: \['gateway'\],\n {4}level: 'must',/)
    expect(register).toContain("edition: '3'")
    const { problems } = readFragment('it', readFileSync(join(copy, 'changes/checkout-20.md'), 'utf8'))
    expect(problems).toEqual(['it: CHECKOUT-20 is not in the register'])
  })

  test('the code that implements it names it', () => {
    newClause(copy, 'CHECKOUT-21', { level: 'should', code: 'reference/gateway/checkout.ts:orderHasNotExpired' })
    const text = readFileSync(join(copy, 'reference/gateway/checkout.ts'), 'utf8')
    expect(taggedClauses(text)).toContain('CHECKOUT-21')
    expect(() => newClause(copy, 'CHECKOUT-22', { code: 'reference/gateway/checkout.ts:none' })).toThrow('FILE:NAME')
  })

  test.each([
    ['CHECKOUT-20', 'The next free id is CHECKOUT-22'],
    ['CHECKOUT-04', 'The next free id is CHECKOUT-22'],
    ['CHEKOUT-21', 'No part of the register'],
    ['checkout', 'is not a clause id'],
  ])('%s is refused', (id, message) => {
    expect(() => newClause(copy, id)).toThrow(message)
  })

  test('a next clause has its own file, beside those of its chapter', () => {
    const { id, file } = nextOf('VERIFY')
    expect(newClause(copy, id)).toContain(`suites/gateway/verify/${file}`)
    const text = readFileSync(join(copy, 'suites/gateway/verify', file), 'utf8')
    // The mark is in the copy, where a person replaces it.
    expect(text).toMatch(
      new RegExp(
        `^/\\*\\* ${id} · TODO.*\\*/\n\nimport .*\n\nconst \\{ clause \\} = defineSuite\\(.*\\)\n\nclause\\('${id}'`,
      ),
    )
  })

  test('where the checks are repeated on each operation, so is the new one', () => {
    newClause(copy, 'AUTH-30', { like: 'suites/every-role/authentication/06-signature.suite.ts' })
    const text = readFileSync(join(copy, 'suites/every-role/authentication/30-new.suite.ts'), 'utf8')
    expect(text).toMatch(/\nonEveryOperation\('[\w-]+', \(clause, operation\) => \{\n {2}clause\('AUTH-30'/)
  })

  test.each(prefixes)('%s: a next clause has its places, too', prefix => {
    expect(newClause(copy, `${prefix}-90`)).toContain(`${prefix}-90 has its skeletons`)
  })
})

describe('a docstring', () => {
  const code = '\nexport const it = 1\n'

  test.each([
    ['/** Does it. */', '/** Does it. Clause: ORDER-90. */'],
    ['/** Does it. Clause: ORDER-01. */', '/** Does it. Clauses: ORDER-01, ORDER-90. */'],
    ['/** Clauses: ORDER-01, ORDER-02, and PAGE-01. */', '/** Clauses: ORDER-01, ORDER-02, PAGE-01, ORDER-90. */'],
    ['/**\n * Does it.\n */', '/**\n * Does it.\n * Clause: ORDER-90.\n */'],
  ])('%j gets a clause', (before, after) => {
    expect(taggedWith(before + code, 'it', 'ORDER-90')).toBe(after + code)
  })

  test('of another declaration does not count', () => {
    expect(taggedWith(`/** Other. */\nconst other = 2\n${code}`, 'it', 'ORDER-90')).toBeUndefined()
  })
})

describe('the frame of checks', () => {
  test('is a suite', () => {
    const text = "const { clause } = defineSuite({ id: 'it' })\n"
    expect(frameOf(text)).toMatchObject({ before: text, after: '' })
  })

  test('is the subject that repeats the checks', () => {
    const imported = "import { onEveryCall } from './calls.ts'\n"
    expect(frameOf(`${imported}\nonEveryCall('it', (clause, call) =>\n  clause())\n`)).toEqual({
      imports: imported,
      before: "onEveryCall('it', (clause, call) => {",
      after: '})\n',
      subject: 'call',
    })
  })

  test('is unknown in a file of another shape', () => {
    expect(frameOf('const it = 1\n')).toBeUndefined()
  })
})
