import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bitsOf } from './entropy.ts'

/** The entropy that VERIFY-07 requires of txids. */
const fewestBits = 32

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const drawn = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

const uuidV7 = (at: number) => {
  const time = at.toString(16).padStart(12, '0')
  const random = randomBytes(10).toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}

const twelve = <T>(make: (at: number) => T): T[] => Array.from({ length: 12 }, (_, at) => make(at))

describe('ids that cannot be guessed', () => {
  test.each([
    ['UUID, version 4', () => randomUUID()],
    ['UUID, version 7, in one millisecond', () => uuidV7(1_700_000_000_000)],
    ['ULID', () => `01HF5Z${drawn(crockford, 20)}`],
    ['16 hexadecimal digits', () => randomBytes(8).toString('hex')],
    ['a prefix and 10 characters', () => `tx_${drawn(base62, 10)}`],
    ['base64url of 16 bytes', () => randomBytes(16).toString('base64url')],
    ['12 hexadecimal digits', () => randomBytes(6).toString('hex')],
    ['20 random digits', () => drawn('0123456789', 20)],
  ])('%s', (_name, make) => {
    expect(bitsOf(twelve(make))).toBeGreaterThanOrEqual(fewestBits)
  })
})

describe('ids that can be guessed', () => {
  test.each([
    ['a counter', (at: number) => String(1041 + at)],
    ['a counter disguised as a UUID', (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`],
    ['the time in milliseconds', (at: number) => `tx_${1_700_000_000_000 + at * 37}`],
    ['the time and four random digits', (at: number) => `${1_700_000_000_000 + at * 37}-${drawn('0123456789', 4)}`],
    ['an ObjectId', (at: number) => `6553f100a1b2c3d4e5${(0xfffffa + at).toString(16).slice(-6).padStart(6, '0')}`],
    ['eight random digits', () => drawn('0123456789', 8)],
    ['nothing at all', () => 'tx'],
  ])('%s', (_name, make) => {
    expect(bitsOf(twelve(make))).toBeLessThan(fewestBits)
  })
})

describe('a session id', () => {
  const bitsOfTwelve = (make: (at: number) => string) => bitsOf(twelve(make))

  test.each([
    ['a UUID', () => randomUUID()],
    ['16 random bytes', () => randomBytes(16).toString('base64url')],
    ['8 random bytes after a prefix', () => `cs_${randomBytes(8).toString('hex')}`],
  ])('%s shows more than 40 bits', (_name, make) => expect(bitsOfTwelve(make)).toBeGreaterThan(40))

  test.each([
    ['a counter', (at: number) => String(100_000 + at)],
    ['a time and a counter', (at: number) => `${1_700_000_000_000 + at * 37}-${at}`],
    ['four random digits', () => `session-${randomBytes(2).toString('hex')}`],
  ])('%s shows fewer than 30 bits', (_name, make) => expect(bitsOfTwelve(make)).toBeLessThan(30))
})
