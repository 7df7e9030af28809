import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requirementIds } from '../../protocol/requirements/index.ts'
import { root } from '../documents.ts'
import { newClause } from './index.ts'
import { copyRepository, placeholders } from './new-clause.test.support.ts'
import { withCheck, withNumber } from './places.ts'

const prefixes = [...new Set(requirementIds.map(id => id.replace(/-\d+$/, '')))]

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

  test('four files hold a skeleton, and the steps name them', () => {
    const written = placeholders(copy)
    expect(written).toEqual([
      'protocol/requirements/checkout.ts',
      'suites/gateway/checkout/20-new.suite.ts',
      expect.stringMatching(/^implementations\/mutants\/gateway\/checkout/),
      'changes/checkout-20.md',
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

  test('where a file is about one clause, the next clause has a file of its own', () => {
    expect(newClause(copy, 'VERIFY-09')).toContain('suites/gateway/verify/09-new.suite.ts')
    const text = readFileSync(join(copy, 'suites/gateway/verify/09-new.suite.ts'), 'utf8')
    expect(text).toMatch(
      /^\/\*\* VERIFY-09 · TODO.*\*\/\n\nimport .*\n\nconst \{ clause \} = defineSuite\(.*\)\n\nclause\('VERIFY-09'/,
    )
  })

  test.each(prefixes)('%s: a next clause has its places, too', prefix => {
    expect(newClause(copy, `${prefix}-90`)).toContain(`${prefix}-90 has its skeletons`)
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

  test('at the end', () => {
    const text = "const { clause } = defineSuite({ id: 'it' })\n"
    expect(withCheck(text, check)).toBe(`${text}${check()}`)
  })

  test('inside the callback', () => {
    const text = "onEvery('it', (clause, call) => {\n})\n"
    expect(withCheck(text, check)).toBe(text.replace('})', `${check('call').replace('clause', '  clause')}})`))
  })

  test('nowhere in a file of another shape', () => {
    expect(withCheck('const it = 1\n', check)).toBeUndefined()
  })
})
