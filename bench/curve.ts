import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { availableCurves, type Curve } from '../protocol/curve/index.ts'
import { noble } from '../protocol/curve/noble.ts'
import { sha256 } from '../protocol/signature/hash.ts'
import { interleaved, perSecond, print } from './measure.ts'

/**
 * Signs and verifies with every available curve and with node:crypto, in turn, and prints the rates and their ratio to
 * noble.
 */
const count = 500
const rounds = 7

const privateKey = sha256('a private key')
const publicKey = noble.publicKey(privateKey)
const messages = Array.from({ length: count }, (_, index) => Buffer.from(`message ${index}`))
const hashes = messages.map(message => sha256(message))
const signatures = hashes.map(hash => noble.sign(hash, privateKey).compact)

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const jwk = { kty: 'EC', crv: 'secp256k1', x: base64url(publicKey.slice(0, 32)), y: base64url(publicKey.slice(32)) }
const dsaEncoding = 'ieee-p1363'
const nodePrivateKey = createPrivateKey({ key: { ...jwk, d: base64url(privateKey) }, format: 'jwk' })
const nodePublicKey = (): KeyObject => createPublicKey({ key: jwk, format: 'jwk' })
const importedOnce = nodePublicKey()

type Rates = { sign?: () => void; verify: (index: number) => boolean }

const ofCurve = (curve: Curve): Rates => ({
  sign: () => {
    for (const hash of hashes) curve.sign(hash, privateKey)
  },
  verify: index => curve.verify(signatures[index] ?? privateKey, hashes[index] ?? privateKey, publicKey),
})

const nodeVerifies = (key: () => KeyObject) => (index: number) =>
  verify('sha256', messages[index] ?? privateKey, { key: key(), dsaEncoding }, signatures[index] ?? privateKey)

// node:crypto expects the message, not its hash: it cannot sign or verify a hash that was computed elsewhere.
const libraries: Record<string, Rates> = {
  ...Object.fromEntries(availableCurves().map(curve => [curve.name, ofCurve(curve)])),
  'node:crypto, key imported once': {
    sign: () => {
      for (const message of messages) sign('sha256', message, { key: nodePrivateKey, dsaEncoding })
    },
    verify: nodeVerifies(() => importedOnce),
  },
  'node:crypto, key imported each time': { verify: nodeVerifies(nodePublicKey) },
}

const verifyAll = (isVerified: Rates['verify']) => () => {
  if (!signatures.every((_, index) => isVerified(index))) throw new Error('a signature does not verify')
}

const rate = (work: () => void) => () => perSecond(count, work)

const measurements = Object.entries(libraries).flatMap(([name, library]) => [
  ...(library.sign ? [[`${name}: signs/s`, rate(library.sign)] as const] : []),
  [`${name}: verifies/s`, rate(verifyAll(library.verify))] as const,
])

const rates = await interleaved(rounds, Object.fromEntries(measurements))
const ratio = (name: string, value: number): string =>
  `${(value / (rates[name.replace(/^.*: /, 'noble: ')] ?? 1)).toFixed(1)} × noble`

print(Object.entries(rates).map(([name, value]) => [name, value, ratio(name, value)]))
