import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { UsageError } from '../usage-error.ts'
import { keyFileIn } from './key-file.ts'
import { readSigningKey } from './signing-key.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signing-key-'))
})
afterAll(() => rm(folder, { recursive: true }))

const key = generatePrivateKey()
const fileOf = async (text: string, mode = 0o600) => {
  const path = join(folder, 'key')
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}
const pemOf = (namedCurve: string) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve })
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' })
  const publicKey = [x, y].map(part => Buffer.from(part, 'base64url').toString('hex')).join('')
  return { sec1: String(privateKey.export({ type: 'sec1', format: 'pem' })), privateKey, publicKey, d }
}

describe('the key that signs a report', () => {
  test('is 64 hex digits in a file, or a variable', async () => {
    const { signWith, warnings } = await readSigningKey(await fileOf(`${key.reveal()}\n`), {})
    expect([signWith?.publicKey, warnings]).toEqual([key.publicKey, []])
    const fromEnv = await readSigningKey(keyFileIn('/x', 'env:OC_KEY'), { OC_KEY: key.reveal() })
    expect(fromEnv.signWith?.publicKey).toBe(key.publicKey)
    expect(keyFileIn('/x', 'k')).toBe('/x/k')
  })

  test('is PEM, in both of its forms', async () => {
    const { sec1, privateKey, publicKey } = pemOf('secp256k1')
    const parameters = '-----BEGIN EC PARAMETERS-----\nBgUrgQQACg==\n-----END EC PARAMETERS-----\n'
    for (const pem of [parameters + sec1, String(privateKey.export({ type: 'pkcs8', format: 'pem' }))])
      expect((await readSigningKey(await fileOf(pem), {})).signWith?.publicKey).toBe(publicKey)
  })

  test.runIf(process.platform !== 'win32')('is for its owner alone: a warning says how', async () => {
    const { warnings } = await readSigningKey(await fileOf(key.reveal(), 0o644), {})
    expect(warnings).toEqual([expect.stringMatching(/others may read it: chmod 600 key/)])
  })

  test.each([
    ['another curve', () => fileOf(pemOf('prime256v1').sec1), /holds no private key of secp256k1/],
    ['PEM that is cut', () => fileOf(`-----BEGIN PRIVATE KEY-----\n${key.reveal()}`), /holds no private key/],
    ['a text', () => fileOf(`${key.reveal()}0`), /holds no private key/],
    ['no file', async () => join(folder, 'absent'), /does not exist/],
    ['a part of the key', async () => join(folder, key.reveal().slice(2)), /this looks like a key/],
    ['the key itself', async () => join(folder, key.reveal()), /this looks like a key/],
    ['a variable that is not set', async () => 'env:OC_ABSENT', /OC_ABSENT is not set/],
    ['a member of every object', async () => 'env:constructor', /constructor is not set/],
  ])('%s is refused, and no message quotes it', async (_what, make, message) => {
    const error = await readSigningKey(await make(), {}).catch((found: unknown) => found)
    expect(error).toBeInstanceOf(UsageError)
    const { message: text, remedy } = error as UsageError
    expect(text).toMatch(message)
    expect(text + remedy).not.toContain(key.reveal().slice(0, 16))
  })
})
