import { inspect } from 'node:util'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { sha256 } from './hash.ts'
import { generatePrivateKey, isPublicKey, PrivateKey, recognizePublicKey, verifyHash } from './keys.ts'

const hex = '00000000000000000000000000000000000000000000000000000000c0ffee01'
const groupOrder = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

describe('a private key', () => {
  test('shows itself in no text, JSON, inspection, copy or list of members', () => {
    const key = new PrivateKey(hex)
    const views = [
      `${key}`,
      JSON.stringify({ key }),
      inspect(key),
      inspect({ deep: [key] }, { showHidden: true, depth: 9, customInspect: false }),
      Object.values({ ...key }).join(),
      JSON.stringify(structuredClone({ ...key })),
      Object.getOwnPropertyNames(key).join(),
    ]
    for (const view of views) {
      expect(view).not.toContain('c0ffee01')
      expect(view).not.toMatch(/192,\s*255,\s*238/)
    }
    expect(`${key}`).toBe('[private key]')
    expect(JSON.stringify(key)).toBe('"[private key]"')
    expect(inspect(key)).toBe('[private key]')
  })

  test('shows itself only by reveal', () => {
    expect(new PrivateKey(hex.toUpperCase()).reveal()).toBe(hex)
  })

  test.each(['', hex.slice(1), `${hex}0`, `0x${hex.slice(2)}`, `${hex}\n`, ` ${hex.slice(1)}`, 'g'.repeat(64)])(
    'is 64 hex digits: %j',
    text => expect(() => new PrivateKey(text)).toThrow(RangeError),
  )

  test.each(['0'.repeat(64), groupOrder, 'f'.repeat(64)])('is in range, and the error does not quote it: %s', text => {
    let message = ''
    try {
      new PrivateKey(text)
    } catch (error) {
      message = inspect(error)
      expect(error).toBeInstanceOf(RangeError)
    }
    expect(message).toContain('private key')
    expect(message).not.toContain(text.slice(0, 16))
  })

  test('one is the generator point', () => {
    expect(new PrivateKey('1'.padStart(64, '0')).publicKey).toBe(
      '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
    )
  })

  test('generated keys differ, and sign', () => {
    const [first, second] = [generatePrivateKey(), generatePrivateKey()]
    expect(first.reveal()).not.toBe(second.reveal())
    expect(isPublicKey(first.publicKey)).toBe(true)
    const { compact } = first.sign(sha256('message'))
    expect(verifyHash(first.publicKey, sha256('message'), compact)).toBe(true)
    expect(verifyHash(second.publicKey, sha256('message'), compact)).toBe(false)
  })
})

test('a malformed public key verifies nothing', () => {
  const key = new PrivateKey(hex)
  const { compact } = key.sign(sha256('message'))
  for (const other of ['', 'zz', key.publicKey.slice(2), `04${key.publicKey}`, '0'.repeat(128)])
    expect(verifyHash(other, sha256('message'), compact)).toBe(false)
  expect(verifyHash(key.publicKey.toUpperCase(), sha256('message'), compact)).toBe(true)
  expect(bytesToHex(hexToBytes(key.publicKey))).toBe(key.publicKey)
})

test('a differently written key is recognized, and other values are not', () => {
  const { publicKey } = new PrivateKey(`${'0'.repeat(63)}1`)
  const compressed = `02${publicKey.slice(0, 64)}`
  for (const written of [publicKey, `04${publicKey}`, compressed, `0x${publicKey}`, publicKey.toUpperCase()])
    expect(recognizePublicKey(written)?.toLowerCase()).toBe(publicKey)
  for (const none of [
    undefined,
    '',
    '00',
    publicKey.slice(2),
    `05${publicKey}`,
    `02${'f'.repeat(64)}`,
    `${publicKey.slice(0, 127)}0`,
  ])
    expect(recognizePublicKey(none)).toBeUndefined()
})
