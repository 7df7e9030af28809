import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckContext } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import { step } from './model.ts'
import { agreesAfterWaiting } from './model-batch.ts'
import { expectThat } from './outcome.ts'
import { checkProperty, Falsified } from './property.ts'
import { newTrace } from './trace.ts'

/** A model of milk that goes off overnight if it was opened before. */
type Milk = { isOpen: boolean; isOff: boolean; tried: string[]; isLate: boolean }

const night = step<Milk>('night', async milk => {
  milk.tried.push('night')
  milk.isOff = milk.isOpen
})

type Trial = { replay?: Counterexample; keeps?: boolean; isSlow?: boolean }

/** Runs batches of series; returns how the run ended, and the steps of each executed series. */
const tryMilk = async ({ replay, keeps = false, isSlow = false }: Trial) => {
  const carriedOut: string[][] = []
  const context = {
    replay,
    signal: new AbortController().signal,
    run: { seed: 1, depth: 'standard', http: { latencyMs: 1 } },
    check: { id: 'suite/milk', kind: 'model' },
  } as unknown as CheckContext
  const says = (name: string, act: (milk: Milk) => void) =>
    step<Milk>(name, async milk => {
      milk.tried.push(name)
      act(milk)
    })
  const body = agreesAfterWaiting<Milk>({
    seconds: [1, 2],
    isLate: ({ isLate }) => isLate,
    start: async (_, seconds) => {
      const milk: Milk = { isOpen: false, isOff: false, tried: [], isLate: isSlow && seconds === 1 }
      carriedOut.push(milk.tried)
      return milk
    },
    step: () =>
      fc.constantFrom(
        says('shake', () => {}),
        says('open', milk => {
          milk.isOpen = true
        }),
      ),
    wait: night,
    atLast: 'someone drinks it',
    end: async ({ isOff }) => expectThat(keeps || !isOff, 'the milk is off', { expected: 'fresh', actual: 'off' }),
    most: 2,
    count: 16,
  })
  const error = await checkProperty(context, body, newTrace()).catch((thrown: unknown) => thrown)
  return { error, carriedOut }
}

const counterexampleOf = (error: unknown): Counterexample | undefined =>
  error instanceof Falsified ? error.counterexample : undefined

test('the series of a batch wait together, each with its own state', async () => {
  const { error, carriedOut } = await tryMilk({ keeps: true })
  expect(error).toBeUndefined()
  expect(carriedOut).toHaveLength(16)
  expect(carriedOut.every(steps => steps.filter(name => name === 'night').length === 1)).toBe(true)
  expect(new Set(carriedOut.map(steps => steps.join())).size).toBeGreaterThan(6)
})

test('a failing batch shrinks to the steps of one series, and those that passed do not run again', async () => {
  const { error, carriedOut } = await tryMilk({})
  expect(counterexampleOf(error)?.steps).toEqual(['open', 'night', 'at last: someone drinks it'])
  // Some series of the batch pass, and the next one to run is a failed one.
  const isOff = (steps: string[] = []) => steps.slice(0, steps.indexOf('night')).includes('open')
  expect(new Set(carriedOut.slice(0, 16).map(isOff))).toEqual(new Set([true, false]))
  expect(isOff(carriedOut[16])).toBe(true)
})

test('a replay only runs the shrunk series', async () => {
  const replay = counterexampleOf((await tryMilk({})).error)
  const { error, carriedOut } = await tryMilk({ ...(replay ? { replay } : {}) })
  expect(counterexampleOf(error)?.steps).toEqual(replay?.steps)
  expect(new Set(carriedOut.map(steps => steps.join()))).toEqual(new Set(['open,night']))
  expect((await tryMilk({ ...(replay ? { replay } : {}), keeps: true })).error).toBeUndefined()
})

test('a series that was too slow for its wait runs again with more time', async () => {
  const { error, carriedOut } = await tryMilk({ keeps: true, isSlow: true })
  expect(error).toBeUndefined()
  expect(carriedOut).toHaveLength(32)
  expect(carriedOut.filter(steps => steps.includes('night'))).toHaveLength(16)
})
