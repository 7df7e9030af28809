import { expect, test } from 'vitest'
import { transferBalanceMutants } from '../../implementations/mutants/gateway/transfer/balance.ts'
import { certifyImplementation } from '../certify.ts'

test('a must clause blocked only by a known failure affects the verdict, but not the exit code', async () => {
  const mutant = transferBalanceMutants.find(({ name }) => name === 'accounts may be overdrawn')
  expect(mutant).toBeDefined()
  if (mutant === undefined) return
  const only = ['TRANSFER-09', 'TRANSFER-13']
  const { exitCode, report } = await certifyImplementation('gateway', mutant, { only, knownFailing: ['TRANSFER-09'] })
  expect([report.verdict, exitCode]).toEqual(['non-conformant', 0])
  const verdicts = report.clauses.flatMap(({ id, verdict }) => (only.includes(id) ? [[id, verdict]] : []))
  expect(verdicts).toEqual([
    ['TRANSFER-09', 'known'],
    ['TRANSFER-13', 'blocked'],
  ])
})
