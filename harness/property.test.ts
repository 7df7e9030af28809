import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckKind } from './check.ts'
import type { CheckContext } from './context.ts'
import type { Counterexample } from './counterexample.ts'
import { Blocked, blocked, expectThat, notApplicable } from './outcome.ts'
import { checkProperty, Falsified } from './property.ts'
import { addExchange, newTrace } from './trace.ts'

type Trying = {
  kind?: CheckKind
  replay?: Counterexample
  isFaulty: (value: number, tries: number) => boolean
  areIndependent?: true
  isProof?: true
  shown?: (context: CheckContext, value: number) => unknown
}

/** Tests a property of small integers; each case is one exchange. Returns how the test ended and the values tried. */
const tryProperty = async ({ kind = 'property', replay, isFaulty, areIndependent, isProof, shown }: Trying) => {
  const trace = newTrace()
  const values: number[] = []
  const context = {
    replay,
    signal: new AbortController().signal,
    run: {
      seed: 1,
      depth: 'standard',
      http: { latencyMs: 1 },
      obstacles: {},
      pages: { drivers: { checkout: { name: 'forms' }, consent: { name: 'forms' } } },
    },
    check: { id: 'suite/check', kind },
  } as unknown as CheckContext
  const ended = await checkProperty(
    context,
    {
      ...(areIndependent ? { areIndependent } : {}),
      ...(shown ? { shown } : {}),
      arbitrary: () => fc.integer({ min: 0, max: 1000 }),
      test: async (_, value) => {
        values.push(value)
        addExchange(trace, String(values.length))
        expectThat(!isFaulty(value, values.length), 'too large', {
          expected: 'less',
          actual: value,
          ...(isProof ? { isProof } : {}),
        })
      },
    },
    trace,
  ).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { ended, values, trace }
}

describe('a property', () => {
  test('of a check of a kind that draws no values is a fault of the harness', async () => {
    const { ended, values } = await tryProperty({ kind: 'clause', isFaulty: () => false })
    expect(ended).toEqual(new Error('suite/check is not a property, but draws values'))
    expect(values).toEqual([])
  })

  test('is reported with its smallest value, which failed again, and the exchanges of that attempt', async () => {
    const { ended, values, trace } = await tryProperty({ isFaulty: value => value >= 40 })
    expect(ended).toBeInstanceOf(Falsified)
    const { counterexample } = ended as Falsified
    expect(counterexample).toMatchObject({ value: 40, exchanges: [String(values.length)] })
    expect(values.at(-1)).toBe(40)
    expect(trace.exchanges.at(-1)).toBe(String(values.length))
  })

  test('is reported with its value as shown', async () => {
    const { ended } = await tryProperty({
      isFaulty: value => value >= 40,
      shown: (_, value) => ({ amount: `0.${value}` }),
    })
    expect(ended).toMatchObject({
      message: 'too large — for {"amount":"0.40"}',
      counterexample: { value: { amount: '0.40' } },
    })
  })

  test('tests independent values concurrently, and others once each', async () => {
    const alone = await tryProperty({ isFaulty: () => false })
    const together = await tryProperty({ isFaulty: () => false, areIndependent: true })
    expect(together.values).toEqual(alone.values)
    expect([alone.ended, together.ended]).toEqual([undefined, undefined])
  })

  test('shrinks values that fail concurrently and alone to the same value', async () => {
    const alone = await tryProperty({ isFaulty: value => value >= 40 })
    const together = await tryProperty({ isFaulty: value => value >= 40, areIndependent: true })
    expect((together.ended as Falsified).counterexample).toMatchObject({
      ...(alone.ended as Falsified).counterexample,
      exchanges: [String(together.values.length)],
    })
  })

  test('that fails concurrently but never alone is blocked, not failed', async () => {
    const { ended, values } = await tryProperty({ isFaulty: (_, tries) => tries === 2, areIndependent: true })
    expect(ended).toBeInstanceOf(Blocked)
    expect(String(ended)).toContain('and not when it was tried again')
    const drawn = await tryProperty({ isFaulty: () => false })
    expect(drawn.values.filter(value => !values.includes(value))).toEqual([])
  })

  test('with a value that only fails concurrently is judged by the values that fail alone', async () => {
    const isFaulty = (value: number, tries: number) => tries === 2 || (tries > 20 && value > 900)
    const { ended } = await tryProperty({ isFaulty, areIndependent: true })
    expect((ended as Falsified).counterexample).toMatchObject({ value: 901 })
  })

  test('that fails once and never again is blocked, not failed', async () => {
    const failures: number[] = []
    const { ended } = await tryProperty({
      isFaulty: value => value > 500 && failures.length === 0 && failures.push(value) > 0,
    })
    expect(ended).toBeInstanceOf(Blocked)
    expect((ended as Blocked).message).toContain('not when it was tried again')
  })

  test('that fails once with proof of the fault is failed, with the exchange of that failure', async () => {
    const { ended } = await tryProperty({ isFaulty: (_, tries) => tries === 5, isProof: true })
    expect(ended).toMatchObject({ name: 'CheckFailure', at: '5', counterexample: { exchanges: ['5'] } })
    expect((ended as Falsified).message).toContain('once, and not when it was tried again')
  })

  test('that fails once concurrently with proof of the fault is failed', async () => {
    const { ended } = await tryProperty({ isFaulty: (_, tries) => tries === 2, isProof: true, areIndependent: true })
    expect(ended).toBeInstanceOf(Falsified)
  })

  test('is retried if its confirmation is blocked', async () => {
    let tries = 0
    const isFaulty = (value: number) => (value === 40 && ++tries > 1 && tries < 5 ? blocked('no answer') : value >= 40)
    const { ended } = await tryProperty({ isFaulty })
    expect(ended).toMatchObject({ name: 'CheckFailure', counterexample: { value: 40 } })
    expect(tries).toBe(5)
  })

  test('whose smallest value does not fail again is reported with the drawn value', async () => {
    let tries = 0
    const isFaulty = (value: number) => (value === 40 ? ++tries === 1 : value >= 40)
    const { ended } = await tryProperty({ isFaulty })
    const { counterexample: replay } = ended as Falsified
    expect(replay).toMatchObject({ path: expect.stringMatching(/^\d+$/), shrinks: 0 })
    expect(replay.value).toBeGreaterThan(40)
    expect((await tryProperty({ replay, isFaulty: () => false })).values).toEqual([replay.value])
  })

  test.each([
    ['cannot be tried', () => blocked('no answer'), /once, and then it could not be tried again: no answer\. Run/],
    ['does not apply', () => notApplicable('No money.'), /once, and then it could not be tried again: No money\. Run/],
  ])('whose failing value %s again is blocked with the reason, and not failed', async (_, meet, reason) => {
    let isInTheWay = false
    let tries = 0
    const isFaulty = (value: number) => {
      if (value === 40 && ++tries > 1) isInTheWay = true
      return isInTheWay ? meet() : value >= 40
    }
    const { ended, values } = await tryProperty({ isFaulty })
    expect(ended).toBeInstanceOf(Blocked)
    expect(ended).toMatchObject({ message: expect.stringMatching(reason) })
    expect(values.length).toBeLessThan(40)
  })

  test('whose retry ends with a fault of the harness reports that fault', async () => {
    let tries = 0
    const fault = new TypeError('unexpected')
    const { ended } = await tryProperty({
      isFaulty: value => {
        if (value === 40 && ++tries > 1) throw fault
        return value >= 40
      },
    })
    expect(ended).toBe(fault)
  })

  test('is replayed with the value of its counterexample only', async () => {
    const { ended } = await tryProperty({ isFaulty: value => value >= 40 })
    const { counterexample: replay } = ended as Falsified
    expect((await tryProperty({ replay, isFaulty: () => false })).values).toEqual([40])
    const again = await tryProperty({ replay, isFaulty: value => value >= 40 })
    expect(new Set(again.values)).toEqual(new Set([40]))
    expect(again.ended).toMatchObject({ counterexample: { value: 40 } })
  })

  test('is blocked by a blocked value only if none failed', async () => {
    const { ended } = await tryProperty({ isFaulty: (_, tries) => (tries > 3 ? blocked('no answer') : false) })
    expect(ended).toBeInstanceOf(Blocked)
  })
})
