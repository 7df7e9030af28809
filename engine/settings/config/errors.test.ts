import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { config, file, folder, merchant, refusal, target } from './config.test.support.ts'

const item = { id: 'tea', name: 'Tea', quantity: 1, price: '7.95' }

describe('invalid values', () => {
  test.each<[name: string, content: unknown, message: RegExp]>([
    ['malformed JSON', '{\n "target": {,}\n}', /oc-conformance\.config\.json is not JSON: line 2, column 13\./],
    ['a member of another type', { target: { ...target, ocid: 'x' } }, /\/target\/ocid must be integer/],
    ['an unknown member', { target, sed: 1 }, /\/sed is not a known member/],
    ['no target', { seed: 1 }, /does not name a target/],
    [
      'an address that is not http',
      { target: { ...target, baseUrl: 'ftp://x' } },
      /target\.baseUrl cannot be "ftp:\/\/x"/,
    ],
    [
      'a password in the address',
      { target: { ...target, baseUrl: 'http://u:secret@x' } },
      /target\.baseUrl cannot be "http:\/\/…@x"/,
    ],
    ['a port out of range', { target, counterpart: { listen: '127.0.0.1:70000' } }, /counterpart\.listen cannot be/],
    ['a duration without a unit', { target, budget: '5' }, /\/budget must /],
    ['a shard beyond the last', { target, shard: '3/2' }, /shard cannot be "3\/2"/],
    ['a negative seed', { target, seed: -1 }, /seed cannot be "-1"/],
    ['a glob that matches no clause', { target, only: ['CHECKOUT-99x'] }, /--only: "CHECKOUT-99x" matches no clause/],
    ['an unknown identity', { target, identities: { merhcant: merchant } }, /identities\.merhcant is not an identity/],
    [
      'one OCID for two',
      { target, identities: { merchant, partner: merchant } },
      /identities: merchant and partner are both 2001/,
    ],
    [
      'an OCID that must be unknown',
      { target, identities: { merchant }, absent: { participant: 2001 } },
      /identities\.merchant and absent\.participant are both 2001/,
    ],
    ['an OCID below one', { target, identities: { merchant: { ...merchant, ocid: 0 } } }, /merchant cannot be 0/],
    ['a currency that does not exist', { target, currency: 'ABC' }, /ABC is not an active ISO 4217 code/],
    ['a range upside down', { target, amounts: { USD: { min: '5', max: '1' } } }, /amounts\.USD: 5 is more than 1/],
    [
      'a range too narrow',
      { target, amounts: { USD: { min: '1.00', max: '100.00' } } },
      /1\.00 to 100\.00 is too narrow/,
    ],
    ['a range finer than the currency', { target, amounts: { JPY: { min: '0.01', max: '1' } } }, /not in units of JPY/],
    ['items of no currency', { target, items: [item] }, /items: the prices have no currency/],
    [
      'an invalid price',
      { target, currency: 'JPY', items: [item] },
      /items\[0\]\.price: 7\.95 is not an amount of JPY/,
    ],
    [
      'no quantity',
      { target, currency: 'USD', items: [{ ...item, quantity: 0 }] },
      /items\[0\]\.quantity: 0 is not a quantity/,
    ],
    ['a missing profile', { target, profile: 'absent.json' }, /the profile .*absent\.json does not exist/],
    [
      'an unknown request form',
      { target, profile: { canonicalRequest: 'refrence' } },
      /canonicalRequest "refrence" is not a known form/,
    ],
    [
      'an unknown variable in a template',
      { target, profile: { canonicalRequest: { template: '${method}${timestmp}' } } },
      /has no variable "\$\{timestmp\}"/,
    ],
    [
      'a template without variables',
      { target, profile: { canonicalRequest: { template: 'hello' } } },
      /has no variable/,
    ],
    [
      'known failures that are not there',
      { target, knownFailing: 'absent' },
      /the file of known failures .*absent does not exist/,
    ],
  ])('%s', async (_, content, message) => {
    await config(content)
    const error = await refusal()
    expect(error.message).toMatch(message)
    expect(error).toBeInstanceOf(UsageError)
    expect((error as UsageError).remedy).toMatch(/\S{2,}.*[.?]$/)
    expect(error.message).not.toContain('secret')
  })

  test.each([
    ['["AUTH-01", "AUHT-02"]', 'Did you mean AUTH-02?'],
    ['AUTH-01\ncheckout/on', 'Did you mean checkout/one?'],
    [
      '[1]',
      'Expected one clause or check id on each line, or a list of ids and entries as schemas/known-failures.schema.json says.',
    ],
  ])('known failures %j', async (text, remedy) => {
    const knownFailing = await file('known', text)
    const error = await refusal({ options: { knownFailing }, checkIds: async () => ['checkout/one'] })
    expect(error).toMatchObject({ remedy })
  })

  test.each([
    ['throw new Error("secret")', /cannot be loaded \(Error\)/],
    ['export const config = {}', /has no default export/],
    ['export default {', /cannot be loaded/],
  ])('a module %j', async (text, message) => {
    const error = await refusal({ config: await file('bad.config.js', text) })
    expect(error.message).toMatch(message)
    expect(error.message).not.toContain('secret')
  })

  test('a folder, and bytes that are not text', async () => {
    expect((await refusal({ config: folder })).message).toMatch(/is a folder/)
    const path = join(folder, 'bytes.json')
    await writeFile(path, Buffer.from([0x7b, 0xff, 0x7d]))
    expect((await refusal({ config: path })).message).toMatch(/is not UTF-8/)
  })
})
