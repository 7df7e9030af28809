import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { config, file, folder, key, load, merchant, refusal, target } from './config.test.support.ts'

describe('keys', () => {
  test.each([
    ['64 hex digits', key.reveal()],
    ['a variable', 'env:OC_KEY'],
    ['a file beside the config', 'file:keys/merchant.key'],
  ])('%s', async (_, privateKey) => {
    await mkdir(join(folder, 'keys'))
    await file('keys/merchant.key', `${key.reveal().toUpperCase()}\n`)
    await config({ target, identities: { merchant: { ocid: 2001, privateKey } } })
    const { settings } = await load({ env: { OC_KEY: key.reveal() } })
    expect(settings.identities.merchant?.key.publicKey).toBe(key.publicKey)
    expect(inspect(settings, { depth: 9 })).not.toContain(key.reveal().slice(0, 16))
    expect(JSON.stringify(settings)).not.toContain(key.reveal().slice(0, 16))
  })

  const zero = '0'.repeat(64)
  test.each([
    [
      'a variable that is not set',
      'env:OC_KEY',
      /identities\.merchant\.privateKey: the environment variable OC_KEY is not set/,
    ],
    ['a member of every object', 'env:__proto__', /the environment variable __proto__ is not set/],
    ['a variable without a key', 'env:OC_BAD', /identities\.merchant\.privateKey holds no private key in OC_BAD/],
    ['a missing file', 'file:absent.key', /the key file .*absent\.key does not exist/],
    ['a file without a key', 'file:bad.key', /holds no private key in .*bad\.key/],
    ['zero', zero, /identities\.merchant\.privateKey is not a private key/],
    ['a key that is too short', key.reveal().slice(1), /\/identities\/merchant\/privateKey must /],
    ['a key behind file:', `file:${key.reveal()}`, /the text after file: is not a path/],
    ['a key behind env:', `env:${'abcdef01'.repeat(8)}`, /the text after env: is not the name/],
    ['a key with a prefix behind file:', `file:0x${key.reveal()}`, /the text after file: is not a path/],
    ['a key with a prefix behind env:', `env:_${'abcdef01'.repeat(8)}`, /the text after env: is not the name/],
    ['a part of a key behind file:', `file:${key.reveal().slice(1)}`, /the text after file: is not a path/],
    ['no key', undefined, /identities\.merchant\.privateKey is missing/],
  ])('%s is refused, and the message quotes nothing of it', async (_, privateKey, message) => {
    const bad = `${key.reveal()}ff`
    await file('bad.key', bad)
    await config({ target, identities: { merchant: { ocid: 2001, privateKey } } })
    const error = await refusal({ env: { OC_BAD: bad } })
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message).toMatch(message)
    const text = `${error.message} ${(error as UsageError).remedy}`
    for (const secret of [key.reveal().slice(1, 17), 'abcdef01abcdef01']) expect(text).not.toContain(secret)
  })

  test('a user of a KYC provider needs no key', async () => {
    await config({ target: { ...target, role: 'kyc' }, identities: { user: { ocid: 8001 } } })
    const { settings } = await load()
    expect(settings.identities.user).toMatchObject({ ocid: 8001, name: 'Conformance User' })
  })

  test.runIf(process.platform !== 'win32')(
    'a config that others can read causes a warning, which never quotes the key',
    async () => {
      const path = await config({ target, identities: { merchant } }, 0o644)
      expect((await load()).warnings).toEqual([expect.stringContaining('others may read it: chmod 600')])
      await chmod(path, 0o600)
      expect((await load()).warnings).toEqual([])
    },
  )

  test('a config without keys may be readable by others', async () => {
    await config({ target, identities: { merchant: { ocid: 2001, privateKey: 'env:OC_KEY' } } }, 0o644)
    expect((await load({ env: { OC_KEY: key.reveal() } })).warnings).toEqual([])
  })
})
