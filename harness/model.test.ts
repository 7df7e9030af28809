import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckContext } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import { agreesWith, step } from './model.ts'
import { expectThat } from './outcome.ts'
import { checkProperty, Falsified } from './property.ts'
import { newTrace } from './trace.ts'

/** A model of a door that breaks if it is slammed twice while locked. */
type Door = { isLocked: boolean; slams: number; tried: string[] }

const steps = {
  lock: step<Door>('the door is locked', async door => {
    door.tried.push('lock')
    door.isLocked = true
  }),
  slam: step<Door>('the door is slammed', async door => {
    door.tried.push('slam')
    if (door.isLocked) door.slams += 1
  }),
  knock: step<Door>('someone knocks', async door => door.tried.push('knock')),
  unlock: step<Door>(
    'the door is unlocked',
    async door => {
      door.tried.push('unlock')
      door.isLocked = false
    },
    door => door.isLocked,
  ),
}

/** Runs series of steps; returns how the run ended and the steps of each series. */
const tryDoors = async ({ replay, mostSlams }: { replay?: Counterexample; mostSlams: number }) => {
  const series: string[][] = []
  const context = {
    replay,
    signal: new AbortController().signal,
    run: { seed: 1, depth: 'standard', http: { latencyMs: 1 } },
    check: { id: 'suite/doors', kind: 'model' },
  } as unknown as CheckContext
  const plan = agreesWith<Door>({
    start: async () => {
      const door = { isLocked: false, slams: 0, tried: [] }
      series.push(door.tried)
      return door
    },
    step: fc.constantFrom(steps.knock, steps.lock, steps.unlock, steps.slam),
    atLast: 'someone checks the door',
    end: async ({ slams }) =>
      expectThat(slams <= mostSlams, 'the door is broken', { expected: mostSlams, actual: slams }),
    most: 8,
    runs: 30,
  })
  const ended = await checkProperty(context, plan, newTrace()).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { ended, series }
}

const counterexampleOf = (ended: unknown): Counterexample => {
  expect(ended).toBeInstanceOf(Falsified)
  return (ended as Falsified).counterexample
}

const smallest = ['the door is locked', 'the door is slammed', 'the door is slammed']
const atLast = 'at last: someone checks the door'

describe('a model', () => {
  test('is reported with only the steps that a failure needs', async () => {
    const { ended } = await tryDoors({ mostSlams: 1 })
    const { steps: told, value } = counterexampleOf(ended)
    expect(told).toEqual([...smallest, atLast])
    expect(JSON.parse(JSON.stringify(value))).toEqual(smallest)
    expect((ended as Falsified).message).toContain(smallest.join(','))
  })

  test('is replayed with exactly these steps', async () => {
    const replay = counterexampleOf((await tryDoors({ mostSlams: 1 })).ended)
    const again = await tryDoors({ replay, mostSlams: 1 })
    expect(new Set(again.series.map(String))).toEqual(new Set(['lock,slam,slam']))
    expect(counterexampleOf(again.ended).steps).toEqual([...smallest, atLast])
    expect((await tryDoors({ replay, mostSlams: 2 })).ended).toBeUndefined()
  })

  test('omits a step that it does not allow', async () => {
    const { series } = await tryDoors({ mostSlams: 8 })
    expect(series.length).toBe(30)
    expect(series.filter(tried => tried.includes('unlock')).length).toBeGreaterThan(0)
    const isAllowed = (tried: string[]) =>
      tried.every(
        (name, at) => name !== 'unlock' || tried.slice(0, at).findLast(before => before.endsWith('lock')) === 'lock',
      )
    expect(series.filter(tried => !isAllowed(tried))).toEqual([])
  })
})
