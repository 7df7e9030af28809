import { expect, test } from 'vitest'
import { canRunConcurrently, testConcurrently } from './concurrent-cases.ts'
import type { CheckContext, PropertyBody } from './context.ts'

/** Tests values that each take some turns of the event loop; returns their results, and how many were tested concurrently. */
const together = async (values: readonly number[], isFaulty: (value: number) => boolean = () => false) => {
  let running = 0
  let most = 0
  const results = await testConcurrently(values, async value => {
    running += 1
    most = Math.max(most, running)
    for (let turn = 0; turn <= value % 3; turn++) await new Promise(resolve => setImmediate(resolve))
    running -= 1
    if (isFaulty(value)) throw new Error(`${value} is faulty`)
  })
  return { results, most }
}

const upTo = (end: number) => [...Array(end).keys()]

test('values are tested four at a time, each once', async () => {
  const { results, most } = await together(upTo(10))
  expect(most).toBe(4)
  expect([...results.keys()].toSorted((a, b) => a - b)).toEqual(upTo(10))
  expect([...results.values()]).toEqual(upTo(10).map(() => ({})))
})

test('no further value begins after one has not passed', async () => {
  const { results } = await together(upTo(20), value => value === 2)
  expect(results.get(2)).toEqual({ error: new Error('2 is faulty') })
  expect(results.size).toBeLessThan(10)
})

const drivers = (name: string) => ({ pages: { drivers: { checkout: { name: 'forms' }, consent: { name } } } })

const context = (run: object = {}, replay?: object) =>
  ({ replay, run: { obstacles: {}, ...drivers('forms'), ...run } }) as unknown as CheckContext

const body = { areIndependent: true } as unknown as PropertyBody<unknown>

test.each([
  ['independent values', context(), body, true],
  ['values that share something', context(), {} as PropertyBody<unknown>, false],
  ['the value of a counterexample', context({}, {}), body, false],
  ['a user with one open request', context({ obstacles: { sideBySide: 'one' } }), body, false],
  ['pages that forms use', context(drivers('forms')), body, true],
  ['pages that a person uses', context(drivers('person')), body, false],
  ['pages that a browser uses', context(drivers('browser')), body, false],
])('%s', (_, on, property, expected) => {
  expect(canRunConcurrently(on, property)).toBe(expected)
})
