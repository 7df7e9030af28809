import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../corpora.test.support.ts'
import { fromBase64, fromBase64url, toBase64, toBase64url } from './base64.ts'
import { fromDer, toDer } from './der.ts'
import { sha256 } from './hash.ts'
import { PrivateKey } from './keys.ts'
import { decodeSignature, encodeSignature, encodingsOf, highS, sameTextIn, signatureEncodings } from './signature.ts'

const key = new PrivateKey('1'.padStart(64, '0'))
const signature = key.sign(sha256('message'))
const compactHex = bytesToHex(signature.compact)
const scalar = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anySignature = fc
  .tuple(scalar, scalar, fc.nat(3))
  .map(([r, s, recovery]) => ({ compact: concatBytes(r, s), recovery }))

describe.each(signatureEncodings)('%s', encoding => {
  test('reads its own output', () => {
    fc.assert(
      fc.property(anySignature, each => {
        expect(decodeSignature(encodeSignature(each, encoding), encoding)).toEqual(each.compact)
      }),
      { numRuns: 200 },
    )
  })

  test('accepts no blank before or after, no digit less or more, and no other type', () => {
    const text = encodeSignature(signature, encoding)
    const others = [` ${text}`, `${text} `, `${text}\t`, text.slice(0, -3), text.slice(1), `${text}0`, `${text}00`, '']
    const values = [null, undefined, 1, {}, [text], new String(text)]
    for (const other of [...others, ...values]) expect(decodeSignature(other, encoding)).toBeUndefined()
  })

  test('never throws for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-fA-F]{0,160}$/)), text => {
        expect([undefined, 64]).toContain(decodeSignature(text, encoding)?.length)
      }),
      { numRuns: 100 },
    )
  })
})

test('each encoding matches its name', () => {
  const v = (27 + signature.recovery).toString(16)
  expect(encodeSignature(signature)).toBe(compactHex)
  expect(encodeSignature(signature, 'compact-hex-upper')).toBe(compactHex.toUpperCase())
  expect(encodeSignature(signature, 'compact-hex-0x')).toBe(`0x${compactHex}`)
  expect(encodeSignature(signature, 'recoverable-hex')).toBe(`${compactHex}${v}`)
  expect(encodeSignature(signature, 'compact-base64')).toBe(Buffer.from(compactHex, 'hex').toString('base64'))
  expect(encodeSignature(signature, 'compact-base64url')).toBe(Buffer.from(compactHex, 'hex').toString('base64url'))
  expect(encodeSignature(signature, 'der-hex')).toMatch(/^30[0-9a-f]{2}02/)
  expect(Buffer.from(encodeSignature(signature, 'der-base64'), 'base64').toString('hex')).toBe(
    encodeSignature(signature, 'der-hex'),
  )
  expect(Buffer.from(encodeSignature(signature, 'der-base64url'), 'base64url').toString('hex')).toBe(
    encodeSignature(signature, 'der-hex'),
  )
})

test('hex digits may be of either case, the prefix only of one', () => {
  expect(decodeSignature(compactHex.toUpperCase())).toEqual(signature.compact)
  expect(decodeSignature(compactHex, 'compact-hex-upper')).toEqual(signature.compact)
  expect(decodeSignature(`0X${compactHex}`, 'compact-hex-0x')).toBeUndefined()
  expect(decodeSignature(`0x${compactHex}`)).toBeUndefined()
})

test.each([0, 3, 27, 30, 34])('a recovery byte of %i is accepted', v => {
  expect(decodeSignature(compactHex + bytesToHex(Uint8Array.of(v)), 'recoverable-hex')).toEqual(signature.compact)
})

test.each([4, 26, 35, 255])('a recovery byte of %i is rejected', v => {
  expect(decodeSignature(compactHex + bytesToHex(Uint8Array.of(v)), 'recoverable-hex')).toBeUndefined()
})

describe('DER', () => {
  const der = (hex: string): Uint8Array | undefined => fromDer(hexToBytes(hex))

  test('is as short as possible', () => {
    expect(bytesToHex(toDer(new Uint8Array(64)))).toBe('3006020100020100')
    expect(bytesToHex(toDer(new Uint8Array(64).with(31, 1).with(63, 0x80)))).toBe('300702010102020080')
  })

  test.each([
    ['a zero byte too many', '300702020001020101'],
    ['a negative integer', '3006020181020101'],
    ['an empty integer', '30050200020101'],
    ['a long form of the length', '308106020101020101'],
    ['the indefinite length', '30800201010201010000'],
    ['a byte after the sequence', '300602010102010100'],
    ['a byte inside the sequence after s', '300702010102010100'],
    ['a set instead of a sequence', '3106020101020101'],
    ['a bit string instead of an integer', '3006030101020101'],
    ['an integer that runs over the end', '3006020101020201'],
    ['only r', '3003020101'],
    ['nothing', ''],
    ['an integer of 33 bytes', `3026022101${'00'.repeat(32)}020101`],
  ])('has no %s', (_, hex) => expect(der(hex)).toBeUndefined())

  test('two small integers are 64 bytes', () => {
    expect(der('3006020101020102')).toEqual(new Uint8Array(64).with(31, 1).with(63, 2))
  })

  test('every text that is read is written the same', () => {
    const hostile = fc.tuple(anySignature, fc.nat(75), fc.nat(255)).map(([each, at, value]) => {
      const bytes = toDer(each.compact)
      return at < bytes.length ? bytes.with(at, value) : bytes
    })
    fc.assert(
      fc.property(hostile, bytes => {
        const compact = fromDer(bytes)
        if (compact) expect(toDer(compact)).toEqual(bytes)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('high-S', () => {
  test('is the group order less s, and reversible', () => {
    expect(bytesToHex(highS(signature.compact))).not.toBe(compactHex)
    expect(highS(highS(signature.compact))).toEqual(signature.compact)
    expect((highS(signature.compact)[32] ?? 0) >= 0x7f).toBe(true)
  })
})

test('a signature in Base64 is read with padding and without it, in both alphabets, and in lines', () => {
  for (const encoding of ['compact-base64', 'compact-base64url-padded'] as const) {
    const text = encodeSignature(signature, encoding)
    const lines = `${text.slice(0, 64)}\r\n${text.slice(64)}\n`
    for (const other of [text, text.replace(/=+$/, ''), lines])
      expect(decodeSignature(other, 'compact-base64')).toEqual(signature.compact)
  }
  expect(decodeSignature('-+'.repeat(43), 'compact-base64')).toBeUndefined()
})

describe('the other encodings that write a signature as the same text', () => {
  const compact = (bytes: number) => ({ compact: new Uint8Array(64).fill(bytes), recovery: 0 })

  test.for([
    ['compact-base64', ['compact-base64url-padded']],
    ['compact-base64url-padded', ['compact-base64']],
    ['compact-base64url', ['compact-base64-unpadded']],
    ['compact-hex', []],
  ] as const)('%s, without a character that differs: %j', ([encoding, others]) => {
    expect(sameTextIn(encodeSignature(compact(0x11), encoding), encoding)).toEqual(others)
  })

  test.for(['compact-base64', 'compact-base64url-padded', 'compact-base64url'] as const)('%s, with one', encoding => {
    expect(sameTextIn(encodeSignature(compact(0xfb), encoding), encoding)).toEqual([])
  })

  test('those with padding and without it, where none is needed', () => {
    const withoutPadding = { compact: new Uint8Array(64).fill(0x7f).fill(0, 0, 1), recovery: 0 }
    const text = encodeSignature(withoutPadding, 'der-base64')
    expect(text.includes('=')).toBe(false)
    expect(sameTextIn(text, 'der-base64')).toContain('der-base64-unpadded')
  })
})

test.each(signatureEncodings)('names %s as a possible encoding of its own text', encoding => {
  expect(encodingsOf(encodeSignature(signature, encoding))).toContain(encoding)
})

test('among Base64 encodings, names only those that write the text this way', () => {
  const text = encodeSignature({ ...signature, compact: new Uint8Array(64).fill(0xfb) }, 'compact-base64-unpadded')
  expect(encodingsOf(text)).toEqual(['compact-base64-unpadded'])
  expect(encodingsOf(`${text.slice(0, 76)}\n${text.slice(76)}`)).toEqual(['compact-base64'])
})

describe('base64', () => {
  test('reads its own output, in both alphabets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), bytes => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(fromBase64(toBase64(bytes))).toEqual(bytes)
        expect(fromBase64url(toBase64url(bytes))).toEqual(bytes)
      }),
    )
  })

  test.each([
    'ab',
    'ab=',
    'ab==',
    'abc',
    'a',
    ' abcd',
    'abcd ',
    'ab\ncd',
    'abcd====',
    '=abc',
    'ab-_',
    'YQ=='.repeat(2),
  ])('has one text per value: %j is rejected', text => expect(fromBase64(text)).toBeUndefined())

  test('the padding of base64url is complete or absent', () => {
    expect(fromBase64url('YQ')).toEqual(Uint8Array.of(97))
    expect(fromBase64url('YQ==')).toEqual(Uint8Array.of(97))
    for (const text of ['YQ=', 'YR', 'Y', 'Y+Q', 'YQ===']) expect(fromBase64url(text)).toBeUndefined()
  })
})

describeCorpus('forgiving base64', 'corpora/strings/forgiving_base64.json', () => {
  test('rejects every text that a forgiving decoder rejects, and accepts only the one text of some bytes', () => {
    const cases = jsonOf<[string, number[] | null][]>('corpora/strings/forgiving_base64.json')
    for (const [text, bytes] of cases) {
      const read = fromBase64(text)
      if (bytes === null) expect(read).toBeUndefined()
      if (read) expect([...read]).toEqual(bytes)
      expect(read !== undefined).toBe(text !== '' && bytes !== null && Buffer.from(bytes).toString('base64') === text)
    }
    expect(cases).toHaveLength(80)
  })
})
