import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../protocol/json/json.ts'
import { violations } from '../../schemas/validate.ts'
import { type Bounds, type Drawn, messagesOf, type Value } from './draw.ts'
import { members } from './table.ts'
import { textSamples } from './values/texts.ts'
import { write } from './write.ts'

const bounds: Bounds = {
  now: 1_795_000_000,
  currencies: ['USD', 'JPY', 'KWD'],
  least: 1n,
  most: 10_000n,
  texts: 'any',
  isFar: false,
  item: { least: 0n, most: 10_000n, fewest: 0 },
}

const requestOf = (operation: string) =>
  members.filter(member => member.operation === operation && member.setBy === 'caller' && member.in === 'body')

const transfer = { from: { ocid: 1 }, to: { ocid: 2 }, amount: '1', currency: 'USD' }
const payment = { to: 2, amount: '1', currency: 'USD' }
const order = { order: { id: 'o', ocid: 2, amount: '1', currency: 'USD', accepts: [1] }, signature: 's' }

const bodies = [
  ['transfer.create', 'transfer-request', transfer],
  ['payment.create', 'payment-request', payment],
  ['orders.checkout', 'checkout-request', order],
  ['orders.create', 'order-request', { id: 'o', ocid: 2, amount: '1', currency: 'USD' }],
] as const

describe.for(bodies)('messages of %s', ([operation, schema, body]) => {
  const { arbitrary, samples } = messagesOf(requestOf(operation), bounds)
  const drawn = fc.sample(arbitrary, { numRuns: 300, seed: 1 })
  const currencyOf = (message: Drawn) => String(message.currency ?? message['order.currency'])
  const asBody = (message: Drawn) => write(body as unknown as JsonObject, message, currencyOf(message))

  test('fit their schema', () => {
    expect([...samples, ...drawn].flatMap(message => violations(schema, asBody(message)))).toEqual([])
  })

  test('cover every currency, with and without each optional member', () => {
    expect(new Set(drawn.map(currencyOf))).toEqual(new Set(bounds.currencies))
    const optional = Object.keys(samples[0] ?? {}).filter(name => drawn.some(message => !(name in message)))
    expect(optional.every(name => drawn.filter(message => name in message).length > 50)).toBe(true)
    expect(optional).toContain(operation === 'orders.checkout' ? 'order.memo' : 'memo')
  })

  test('include, in every currency, an amount whose last digit matters', () => {
    const isWhole = (message: Drawn) => Number(message.amount ?? message['order.amount']) % 10 === 0
    expect(new Set(samples.filter(sample => !isWhole(sample)).map(currencyOf))).toEqual(new Set(bounds.currencies))
  })

  test('include one with every member, and one without the optional ones', () => {
    const [plain = {}, bare = {}] = samples
    expect(Object.keys(bare).length).toBeLessThan(Object.keys(plain).length)
    expect(plain).toMatchObject(bare)
  })

  test('have each sample in each text member', () => {
    const texts = Object.entries(samples[0] ?? {}).filter(([, value]) => typeof value === 'string')
    const names = texts.map(([name]) => name).filter(name => !name.endsWith('currency'))
    const seen = (name: string): Set<Value | undefined> => new Set(samples.map(message => message[name]))
    expect(names.filter(name => !textSamples.every(sample => seen(name).has(sample)))).toEqual([])
    expect(names.length).toBeGreaterThan(1)
  })

  test('shrink to the member at fault, even from a sample', { timeout: 60_000 }, () => {
    expect(samples.filter(sample => !arbitrary.canShrinkWithoutContext(sample))).toEqual([])
    const name = operation === 'orders.checkout' ? 'order.memo' : 'memo'
    const isRight = (message: Drawn) => !String(message[name]).includes('\u2028')
    const flat = messagesOf(
      requestOf(operation).filter(({ type }) => type !== 'list'),
      bounds,
    )
    const { counterexample } = fc.check(fc.property(flat.arbitrary, isRight), {
      seed: 1,
      examples: flat.samples.map(sample => [sample]),
    })
    const [{ [name]: memo, ...others } = {}] = counterexample ?? []
    expect(memo).toBe('\u2028')
    expect(Object.values(others).filter(value => typeof value === 'string' && value.length > 3)).toEqual([])
  })
})

describe('lists of items', () => {
  const { arbitrary, samples } = messagesOf(requestOf('orders.checkout'), { ...bounds, texts: 'shown' })
  const lengthOf = (message: Drawn) => {
    const items = message['order.items']
    return Array.isArray(items) ? items.length : 0
  }

  test('have one, more than nine and more than a hundred items', () => {
    expect(samples.map(lengthOf)).toEqual(expect.arrayContaining([1, 2, 11, 101]))
  })

  test('have two items with the same id, and otherwise unique ids', () => {
    const idsOf = (message: Drawn) => {
      const items = message['order.items']
      return Array.isArray(items) ? items.map(({ id }) => id) : []
    }
    const pairs = samples.map(idsOf).filter(ids => ids.length === 2)
    expect(pairs.length).toBeGreaterThan(0)
    expect(pairs.filter(([first, second]) => first !== second)).toEqual([])
  })

  test.for([9, 100])('of more than %d items shrink quickly to the smallest number at fault, with plain items', most => {
    let failures = 0
    const isRight = (message: Drawn) => {
      const isFew = lengthOf(message) <= most
      if (!isFew) failures += 1
      return isFew
    }
    const { counterexample } = fc.check(fc.property(arbitrary, isRight), {
      seed: 1,
      examples: samples.map(sample => [sample]),
    })
    const [smallest = {}] = counterexample ?? []
    expect(lengthOf(smallest)).toBe(most + 1)
    expect(new Set([smallest['order.items']].flat().map(item => fc.stringify(item))).size).toBe(1)
    // A property stops shrinking after forty failures.
    expect(failures).toBeLessThan(40)
  })

  test('shrink to the one item at fault', () => {
    const items = (message: Drawn) => [message['order.items'] ?? []].flat() as readonly Drawn[]
    const isRight = (message: Drawn) => items(message).every(({ name }) => !String(name).includes('日'))
    const { counterexample } = fc.check(fc.property(arbitrary, isRight), {
      seed: 1,
      examples: samples.map(sample => [sample]),
    })
    expect(counterexample?.map(message => items(message).map(({ name }) => name))).toEqual([['日']])
  })
})
