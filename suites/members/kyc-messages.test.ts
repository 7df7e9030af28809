import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyState, printableState, printableStates, stateSamples } from './kyc-messages.ts'
import {
  anyCallbackAddress,
  anyShopAddress,
  callbackAddressSamples,
  type Extension,
  extendAddress,
  shopAddressSamples,
} from './values/addresses.ts'

describe.for([
  ['any', anyState, stateSamples, /^[^\0\r\n\u0080-\u009f]*$/],
  ['printable', printableState, printableStates, /^[^\p{Cc}\p{Cn}\p{Zl}\p{Zp}]{1,200}$/u],
] as const)('states: %s', ([, arbitrary, samples, form]) => {
  test('fit in a form, whether drawn or samples', () => {
    const drawn = fc.sample(arbitrary, { numRuns: 500, seed: 1 })
    expect([...samples, ...drawn].filter(state => !form.test(state))).toEqual([])
    expect(drawn.filter(state => /[^\p{ASCII}]/u.test(state)).length).toBeGreaterThan(100)
  })

  test('shrink, including each sample', () => {
    expect(samples.filter(sample => !arbitrary.canShrinkWithoutContext(sample))).toEqual([])
    const isRight = (state: string) => !/[é日😀]/u.test(state)
    for (const examples of [[], samples.map((sample): [string] => [sample])]) {
      const { counterexample } = fc.check(fc.property(arbitrary, isRight), { seed: 1, numRuns: 2_000, examples })
      expect([...(counterexample?.[0] ?? '')]).toHaveLength(1)
    }
  })
})

describe.for([
  ['a callback', anyCallbackAddress, callbackAddressSamples, 'port'],
  ['a shop', anyShopAddress, shopAddressSamples, 'fragment'],
] as const)('extensions of the address of %s', ([, arbitrary, samples, more]) => {
  test('are addresses, with and without a query', () => {
    const drawn = fc.sample(arbitrary, { numRuns: 300, seed: 1 })
    const texts = drawn.flatMap(({ segments, query }) => [...segments, ...(query ?? []).flat()])
    expect(texts.filter(text => text !== null && !/^(?:[!-~]|%[\dA-F]{2})*$/.test(text))).toEqual([])
    expect(drawn.filter(({ query }) => query === null).length).toBeGreaterThan(20)
    expect(drawn.filter(({ padding }) => padding > 255).length).toBeGreaterThan(5)
    expect(drawn.filter(one => one[more] !== undefined).length).toBeGreaterThan(50)
    const known = 'https://requester.example/callback'
    const extended = [...samples, ...drawn].map(one => extendAddress(known, one))
    expect(extended.filter(address => URL.parse(address)?.href !== address)).toEqual([])
  })

  test('shrink, including each sample', () => {
    expect(samples.filter(sample => !arbitrary.canShrinkWithoutContext(sample))).toEqual([])
    const { counterexample } = fc.check(
      fc.property(arbitrary, ({ query }) => !query?.some(([name]) => name.includes('%C3%A9'))),
      { seed: 1, examples: samples.map((sample): [Extension] => [sample]) },
    )
    expect(counterexample).toEqual([{ segments: [], query: [['%C3%A9', null]], padding: 0 }])
  })
})
