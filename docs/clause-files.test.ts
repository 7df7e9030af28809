import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requirementIds } from '../protocol/requirements/index.ts'
import { clauseFiles } from '../suites/support/clause-files.ts'
import { taggedClauses } from './clause-files.ts'
import { root } from './documents.ts'
import { folded } from './generate.ts'

describe('the clauses that a docstring names', () => {
  test.each([
    ['/** Refuses a stale order. Clause: CHECKOUT-04. */', ['CHECKOUT-04']],
    ['/** Clauses: AUTH-06, AUTH-07. Heading: Authentication. */', ['AUTH-06', 'AUTH-07']],
    ['/** Clauses: AUTH-06, AUTH-07, and AUTH-08. */', ['AUTH-06', 'AUTH-07', 'AUTH-08']],
    ['/**\n * Checks it. Clauses: AUTH-06,\n * AUTH-07 and SIG-01.\n */', ['AUTH-06', 'AUTH-07', 'SIG-01']],
    ['/** See AUTH-06. The clause: not one. */', []],
  ])('%s', (source, ids) => {
    expect(taggedClauses(source)).toEqual(ids)
  })
})

test('checks that differ in their operation only are folded to one name', () => {
  const ids = ['authentication/orders-create-without-x', 'authentication/transfer-create-without-x', 'verify/unknown']
  expect(folded(ids)).toEqual(['authentication/*-without-x', 'verify/unknown'])
  expect(folded(ids.slice(1))).toEqual(['authentication/transfer-create-without-x', 'verify/unknown'])
})

test.each(requirementIds)('%s: its files exist', id => {
  const { suites, reference } = clauseFiles[id]
  expect([...suites, ...reference].filter(file => !existsSync(join(root, file)))).toEqual([])
})
