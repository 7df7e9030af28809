import { expect, test } from 'vitest'
import type { Counterpart, RequestKind } from '../../harness/counterpart.ts'
import { unlessReached } from './counterpart.ts'
import { type PreflightResult, warning } from './finding.ts'

const counterpartWith = (kind: RequestKind) => ({ journal: { all: [{ kind }] } }) as unknown as Counterpart

const unreached: PreflightResult = {
  findings: [warning('counterpart', 'No answer at https://ci.example.', 'Set it.')],
  obstacles: { counterpart: 'No answer.', authentication: 'refused' },
}

test('a counterpart that the target has reached is no obstacle, whatever the harness itself sees of it', () => {
  const [result] = unlessReached([unreached], counterpartWith('metadata'))
  expect(result?.obstacles).toEqual({ authentication: 'refused' })
  expect(result?.findings).toMatchObject([{ severity: 'info', message: expect.stringContaining('all the same') }])
})

test('what may come from the harness or from strangers shows no way for the target', () => {
  for (const kind of ['registry', 'other'] as const)
    expect(unlessReached([unreached], counterpartWith(kind))).toEqual([unreached])
  expect(unlessReached([unreached], undefined)).toEqual([unreached])
})
