import { describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { file, load, refusal, target } from './config.test.support.ts'

const whole = JSON.stringify(target)

describe('a config that is a module', () => {
  test.each<[name: string, source: string, message: RegExp]>([
    ['that throws nothing', 'throw undefined', /cannot be loaded \(it throws a value that is not an error\)\.$/],
    ['that throws an unreadable value', 'throw new Proxy({}, { get() { throw 1 } })', /cannot be loaded \(/],
    ['that exports a promise that fails', 'export default Promise.reject(new TypeError("x"))', /loaded \(TypeError\)/],
    [
      'with a getter that throws',
      'export default { get target() { throw new Error("x") } }',
      /cannot be read: a member/,
    ],
    ['that is a proxy', 'export default new Proxy({}, { ownKeys() { throw 1 } })', /cannot be read: a member/],
    [
      'that contains itself',
      `const a = { target: ${whole} }; a.pages = a; export default a`,
      /cannot be read: a member/,
    ],
    ['that is a function', 'export default () => ({})', /the document must be object/],
    ['with a BigInt', `export default { target: ${whole}, seed: 5n }`, /\/seed must be/],
  ])('%s', async (_, source, message) => {
    const error = await refusal({ config: await file('bad.config.js', source) })
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message).toMatch(message)
  })

  test('is read once', async () => {
    const source = `let n = 0; export default { target: ${whole}, get seed() { n += 1; return n > 1 ? 'x' : 7 } }`
    const { settings } = await load({ config: await file('once.config.mjs', source) })
    expect(settings.seed).toBe(7)
  })
})
