import { describe, expect, test } from 'vitest'
import { requirementIds, requirements } from '../../protocol/requirements/index.ts'
import { clauseFiles } from '../../suites/support/clause-files.ts'
import { openTerminal } from '../terminal.test.support.ts'
import type { ClauseRow } from './clauses.ts'

const terminal = await openTerminal()
const lines = async (...argv: string[]) => (await terminal.run(...argv)).out.split('\n')
const insideId = requirementIds.find(id => requirements[id].notObservable && requirements[id].roles.includes('gateway'))

describe('clauses', () => {
  test('--json is the whole register, in order, with the checks', async () => {
    const rows: ClauseRow[] = JSON.parse((await terminal.run('clauses', '--json')).out)
    expect(rows.map(({ id }) => id)).toEqual(requirementIds)
    expect(rows.find(({ id }) => id === 'CHECKOUT-01')).toEqual({
      id: 'CHECKOUT-01',
      level: 'must',
      roles: ['gateway'],
      text: requirements['CHECKOUT-01'].text,
      checks: ['checkout/one'],
      kinds: { 'checkout/one': 'clause' },
      fromTable: [],
      files: clauseFiles['CHECKOUT-01'],
    })
  })

  test('a row that nothing checks says why, if there is a reason', async () => {
    const rows: ClauseRow[] = JSON.parse((await terminal.run('clauses', '--json')).out)
    expect(rows.find(({ id }) => id === insideId)?.reason).toMatch(/Proven on the reference by /)
    expect(rows.find(({ id }) => id === 'CHECKOUT-02')).not.toHaveProperty('reason')
  })

  test('a clause without a list of cases shows its kind, and whether its values come from the table of members', async () => {
    const check = { id: 'checkout/any', title: 'any', clauses: ['CHECKOUT-01'], roles: ['gateway'] } as const
    const { run } = await openTerminal({ checks: async () => [{ ...check, kind: 'property', fromTable: true }] })
    const [row]: ClauseRow[] = JSON.parse((await run('clauses', '--json', '--role', 'gateway')).out).filter(
      ({ id }: ClauseRow) => id === 'CHECKOUT-01',
    )
    expect(row).toMatchObject({ kinds: { 'checkout/any': 'property' }, fromTable: ['checkout/any'] })
    expect((await run('clauses')).out).toContain('  Checks: checkout/any (property)\n')
  })

  test('--role leaves out clauses of other roles', async () => {
    const rows: ClauseRow[] = JSON.parse((await terminal.run('clauses', '--json', '--role', 'kyc')).out)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(({ roles }) => !roles.includes('kyc'))).toEqual([])
  })

  test('the text has a paragraph for each row and fits the width of the terminal', async () => {
    const text = await lines('clauses', '--role', 'gateway')
    expect(text).toContain('CHECKOUT-01  must  gateway')
    expect(text).toContain('  Checks: checkout/one')
    expect(Math.max(...text.map(line => line.length))).toBeLessThanOrEqual(100)
  })
})

describe('explain', () => {
  test('a clause, in any case: what it says, why, how it is checked, how to fix it, and where', async () => {
    const { code, out } = await terminal.run('explain', 'checkout-01')
    expect(code).toBe(0)
    const heads = out.split('\n').filter(line => /^\S/.test(line))
    expect(heads).toEqual([
      'CHECKOUT-01 (must; gateway; “POST /orders/checkout”)',
      'Why it matters',
      'How it is checked',
      'Common mistake',
      'How to fix it',
      'Where',
    ])
    expect(out).toContain('  checkout/one: one\n')
    expect(out).toMatch(/checked in suites\/gateway\/checkout\/\S+\.suite\.ts/)
    expect(out).toMatch(/implemented in reference\/\S+\.ts/)
  })

  test('a check: the clauses that it tests', async () => {
    const { out } = await terminal.run('explain', 'checkout/one')
    expect(out).toContain('checkout/one (gateway)\n  one. It tests CHECKOUT-01.\n  Defined in suites/gateway/checkout/')
    expect(out).toContain('How to fix it')
  })

  test('every clause can be explained, within the width of the terminal', async () => {
    for (const id of requirementIds) {
      const { code, out } = await terminal.run('explain', id)
      expect(code, id).toBe(0)
      expect(out, id).toContain(requirements[id].level === 'open' ? 'What to decide' : 'How to fix it')
      const long = out.split('\n').filter(line => line.length > 100 && line.trim().includes(' '))
      expect(long, id).toEqual([])
    }
  })
})
