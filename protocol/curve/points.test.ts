import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../signature/hash.ts'
import { highS } from '../signature/signature.ts'
import { noble } from './noble.ts'
import { hashPoints } from './points.ts'

const one = hexToBytes('1'.padStart(64, '0'))
const privateKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(key => noble.isPrivateKey(key))

describe('the points of a signature', () => {
  test('include the hash times the generator for the signing key only', () => {
    fc.assert(
      fc.property(privateKey, privateKey, (key, hash) => {
        const { compact } = noble.sign(hash, key)
        for (const each of [compact, highS(compact)])
          expect(hashPoints(each)(noble.publicKey(key))).toContainEqual(noble.publicKey(hash))
        expect(hashPoints(compact)(noble.publicKey(sha256(key)))).not.toContainEqual(noble.publicKey(hash))
      }),
      { numRuns: 8 },
    )
  })

  test('are empty for a malformed signature or key', () => {
    const point = noble.publicKey(one)
    expect(hashPoints(new Uint8Array(64))(point)).toEqual([])
    expect(hashPoints(new Uint8Array(64).fill(255))(point)).toEqual([])
    expect(hashPoints(noble.sign(sha256('message'), one).compact)(new Uint8Array(64))).toEqual([])
  })
})
