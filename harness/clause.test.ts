import { describe, expect, test } from 'vitest'
import { defineSuite, suitesDefinedBy } from './clause.ts'
import type { CheckContext } from './context.ts'
import { NotApplicable } from './outcome.ts'

const suite = { id: 'it', roles: ['gateway'], operations: ['transfer.create'] } as const

/** A run whose target declares only payments. */
const context = {
  run: { role: 'gateway', metadata: { json: { config: { capabilities: ['payment.create'] } } } },
} as unknown as CheckContext

describe('a check whose operation the target does not declare', () => {
  test('it does not apply', async () => {
    const { checks, clause } = defineSuite(suite)
    clause('TRANSFER-01', 'transfer', async () => undefined)
    await expect(checks[0]?.run(context)).rejects.toThrow(NotApplicable)
  })

  test('it applies if it exercises another operation', async () => {
    const { checks, clause } = defineSuite(suite)
    clause('TRANSFER-01', 'payment', async () => undefined, { operations: ['payment.create'] })
    await expect(checks[0]?.run(context)).resolves.toBeUndefined()
  })

  test('it applies if its suite sends nothing', async () => {
    const { checks, clause } = defineSuite({ ...suite, sendsNothing: true })
    clause('TRANSFER-01', 'transfers of the run', async () => undefined)
    await expect(checks[0]?.run(context)).resolves.toBeUndefined()
  })
})

test('a suite belongs to the file that is being loaded', async () => {
  const suites = await suitesDefinedBy(async () => [defineSuite(suite), defineSuite({ ...suite, id: 'other' })])
  expect(suites.map(({ id }) => id)).toEqual(['it', 'other'])
  defineSuite({ ...suite, id: 'later' })
  expect(suites).toHaveLength(2)
})

test('a check keeps its id when its title is reworded', () => {
  const { checks, clause } = defineSuite(suite)
  clause('TRANSFER-01', 'A new title', async () => undefined)
  clause('TRANSFER-01', { id: 'the-old-title', title: 'the new title' }, async () => undefined)
  clause.race('TRANSFER-01', { id: 'orders.create-old', title: 'orders.create new' }, async () => undefined)
  expect(checks.map(({ id, title }) => [id, title])).toEqual([
    ['it/a-new-title', 'A new title'],
    ['it/the-old-title', 'the new title'],
    ['it/orders-create-old', 'orders.create new'],
  ])
})
