import { describe, test } from 'vitest'
import { roles } from '../../protocol/operations.ts'
import { certifyReference, clausesThat } from '../certify.ts'

describe.for(roles)('the reference %s', role => {
  test.concurrent.for([
    { environment: 'test', depth: 'standard' },
    { environment: 'production', depth: 'quick' },
  ] as const)('is conformant in $environment, without warnings or blocked clauses', async (settings, { expect }) => {
    const certified = await certifyReference({}, settings, role)
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
    expect(certified.report.verdict).toBe('conformant')
    expect(certified.exitCode).toBe(0)
  })
})
