import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../corpora.test.support.ts'
import { sha256 } from '../signature/hash.ts'
import { availableCurves } from './index.ts'

const curves = availableCurves()

type Vectors = {
  valid: { d: string; m: string; signature: string }[]
  invalid: { sign: { d: string; m: string }[]; verify: { Q: string; m: string; signature: string; strict?: boolean }[] }
}
const rfc6979 = 'corpora/ecdsa/rfc6979_secp256k1_sha256.json'

describeCorpus('deterministic signatures', rfc6979, () => {
  test.each(curves)('$name makes each of them', each => {
    const { valid } = jsonOf<Vectors>(rfc6979)
    const made = valid.map(({ d, m }) => bytesToHex(each.sign(hexToBytes(m), hexToBytes(d)).compact))
    expect(made).toEqual(valid.map(({ signature }) => signature))
    expect(made).toHaveLength(200)
  })

  test.each(curves)('$name refuses invalid keys, hashes and signatures', each => {
    const { sign, verify } = jsonOf<Vectors>(rfc6979).invalid
    for (const { d, m } of sign) expect(() => each.sign(hexToBytes(m), hexToBytes(d))).toThrow(RangeError)
    // The strict case has a compressed key and is invalid only where low S is required.
    const loose = verify.filter(({ strict }) => !strict)
    for (const { Q, m, signature } of loose)
      expect(each.verify(hexToBytes(signature), hexToBytes(m), hexToBytes(Q).slice(1))).toBe(false)
    expect(loose).toHaveLength(24)
  })
})

describeCorpus('nonces of RFC 6979', 'corpora/ecdsa/rfc6979_nonces.json', () => {
  test.each(curves)('$name: r is the X of the nonce times the generator', each => {
    const rows = jsonOf<{ message: string; d: string; k0: string }[]>('corpora/ecdsa/rfc6979_nonces.json')
    for (const { message, d, k0 } of rows)
      expect(each.sign(sha256(message), hexToBytes(d)).compact.slice(0, 32)).toEqual(
        each.publicKey(hexToBytes(k0)).slice(0, 32),
      )
    expect(rows).toHaveLength(10)
  })
})
