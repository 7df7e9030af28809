import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requirementIds, requirements } from '../protocol/requirements/index.ts'
import { clauseFiles } from '../suites/support/clause-files.ts'
import { taggedClauses } from './clause-files.ts'
import { root } from './documents.ts'

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

describe.each(requirementIds)('%s', id => {
  const { suites, reference } = clauseFiles[id]

  test('a suite decides it, or it says why none can', () => {
    expect(suites.length > 0 || requirements[id].notObservable !== undefined).toBe(true)
  })

  test('a file of the reference or the protocol implements it', () => {
    expect(reference).not.toEqual([])
  })

  test('its files exist', () => {
    expect([...suites, ...reference].filter(file => !existsSync(join(root, file)))).toEqual([])
  })
})
