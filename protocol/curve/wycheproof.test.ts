import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../corpora.test.support.ts'
import { sha256 } from '../signature/hash.ts'
import { isPublicKey } from '../signature/keys.ts'
import { decodeSignature, type SignatureEncoding } from '../signature/signature.ts'
import { availableCurves, type Curve } from './index.ts'
import { noble } from './noble.ts'
import { groupOrder, toScalar } from './scalar.ts'

type Case = { tcId: number; comment: string; flags: string[]; msg: string; sig: string; result: string }
type Corpus = { testGroups: { publicKey: { uncompressed: string }; tests: Case[] }[] }

const curves = availableCurves()
const folder = 'corpora/wycheproof'

const verdicts = (corpus: Corpus, each: Curve, encoding: SignatureEncoding): (Case & { verified: boolean })[] =>
  corpus.testGroups.flatMap(({ publicKey, tests }) =>
    tests.map(test => {
      const compact = decodeSignature(test.sig, encoding)
      const key = hexToBytes(publicKey.uncompressed).slice(1)
      return { ...test, verified: compact !== undefined && each.verify(compact, sha256(hexToBytes(test.msg)), key) }
    }),
  )

const isHigh = (sig: string): boolean => {
  const compact = decodeSignature(sig, 'der-hex')
  return compact !== undefined && toScalar(compact.subarray(32)) > groupOrder / 2n
}

const wrong = (cases: (Case & { verified: boolean })[]): string[] =>
  cases.filter(item => item.verified !== (item.result === 'valid')).map(item => `${item.tcId} ${item.comment}`)

describeCorpus('signatures in DER', `${folder}/ecdsa_secp256k1_sha256_test.json`, () => {
  test.each(curves)('$name', each => {
    const cases = verdicts(jsonOf(`${folder}/ecdsa_secp256k1_sha256_test.json`), each, 'der-hex')
    expect(wrong(cases)).toEqual([])
    expect(cases).toHaveLength(476)
  })
})

describeCorpus('signatures of 64 bytes', `${folder}/ecdsa_secp256k1_sha256_p1363_test.json`, () => {
  test.each(curves)('$name', each => {
    const cases = verdicts(jsonOf(`${folder}/ecdsa_secp256k1_sha256_p1363_test.json`), each, 'compact-hex')
    expect(wrong(cases)).toEqual([])
    expect(cases).toHaveLength(252)
  })
})

describeCorpus('signatures with required low S', `${folder}/ecdsa_secp256k1_sha256_bitcoin_test.json`, () => {
  test.each(curves)('$name differs only in accepting high S', each => {
    const cases = verdicts(jsonOf(`${folder}/ecdsa_secp256k1_sha256_bitcoin_test.json`), each, 'der-hex')
    const differing = cases.filter(item => item.verified !== (item.result === 'valid'))
    expect(differing.filter(item => !item.verified || !isHigh(item.sig))).toEqual([])
    expect(differing).toHaveLength(2)
    expect(cases).toHaveLength(463)
  })
})

type PublicKeys = { tests: { tcId: number; public: string; result: string }[] }

// SubjectPublicKeyInfo of an uncompressed secp256k1 key: this, then 04, X and Y.
const info = '3056301006072a8648ce3d020106052b8104000a034200'

describeCorpus('public keys', `${folder}/secp256k1_public_keys.json`, () => {
  test('accepts a key whose point is on the curve, and no other form of it', () => {
    const { tests } = jsonOf<PublicKeys>(`${folder}/secp256k1_public_keys.json`)
    const uncompressed = tests.filter(item => item.public.startsWith(`${info}04`) && item.public.length === 176)
    const taken = uncompressed.filter(item => isPublicKey(item.public.slice(info.length + 2)))
    expect(taken.map(item => item.tcId)).toEqual(
      uncompressed.filter(item => item.result === 'valid').map(item => item.tcId),
    )
    expect(taken.length).toBeGreaterThan(5)
    expect(uncompressed.length).toBeGreaterThan(taken.length)
    expect(tests.map(item => item.public).filter(isPublicKey)).toEqual([])
    for (const each of curves)
      for (const { public: key, result } of uncompressed)
        expect(each.isPoint(hexToBytes(key.slice(info.length + 2)))).toBe(result === 'valid')
  })
})

test('a compressed key, one with its prefix and one in bytes are not public keys', () => {
  const point = bytesToHex(noble.publicKey(hexToBytes('1'.padStart(64, '0'))))
  expect(isPublicKey(point)).toBe(true)
  expect(isPublicKey(point.toUpperCase())).toBe(true)
  for (const other of [`02${point.slice(0, 64)}`, `04${point}`, `${point}\n`, hexToBytes(point), undefined, null, 1])
    expect(isPublicKey(other)).toBe(false)
})
