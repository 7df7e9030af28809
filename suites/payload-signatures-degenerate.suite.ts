import type { Json } from '../protocol/json.ts'
import { generatePrivateKey } from '../protocol/keys.ts'
import { encodeSignature, type SignatureEncoding } from '../protocol/signature.ts'
import { withSignature } from './harness/faults.ts'
import { holds } from './harness/outcome.ts'
import { codeOf, isClientError, isRefusal, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import type { Sending } from './harness/target.ts'
import { onEveryVerified, sendPayload, signed, type Verified } from './verified.ts'

const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const largest = 2n ** 256n - 1n

/** r and s that no signature has. */
const degenerate: Record<string, readonly [r: bigint, s: bigint]> = {
  'r and s zero': [0n, 0n],
  'r zero': [0n, 1n],
  's zero': [1n, 0n],
  'r the group order': [groupOrder, 1n],
  's the group order': [1n, groupOrder],
  'r above the group order': [groupOrder + 1n, 1n],
  's above the group order': [1n, groupOrder + 1n],
  'every bit set': [largest, largest],
}

const hex = (value: bigint) => value.toString(16).padStart(64, '0')

const encoded = ([r, s]: readonly [bigint, bigint], encoding: SignatureEncoding): string =>
  encodeSignature({ compact: Buffer.from(hex(r) + hex(s), 'hex'), recovery: 0 }, encoding)

/** Something in place of a signature, made of the one that would be right there. */
type Instead = readonly [title: string, from: (right: string) => string]

const degenerates = ({ dialect }: Stage): Instead[] =>
  Object.entries(degenerate).map(([title, pair]) => [title, () => encoded(pair, dialect.signatureEncoding)])

// Readers of base64 and DER may stop where the first signature ends: for them it begins one character late.
const twice = (right: string): string =>
  /^(0x)?[0-9a-f]{128,130}$/i.test(right) ? right + right : right.repeat(2).slice(1)

/** Strings that are no signature in any encoding. */
const malformed: readonly Instead[] = [
  ['half of a signature', right => right.slice(0, Math.floor(right.length / 4) * 2)],
  ['one character', () => 'a'],
  ['no hex and no base64', () => '\u00a7!'.repeat(64)],
  ['a word', () => 'undefined'],
  ['twice the signature', twice],
]

/** A header's value is Latin-1, and beyond some length the server's own affair. */
const malformedInBodies: readonly Instead[] = [
  ...malformed,
  ['very many digits', () => '0'.repeat(4096)],
  ['the empty string', () => ''],
]

const control = (stage: Stage, one: Verified) => sendPayload(stage, one, signed(stage, one)).asControl()

/** Payload signatures that are strings: refused like any that does not verify. */
const refusesStrings = async (stage: Stage, one: Verified, strings: readonly Instead[]) => {
  await control(stage, one)
  const tried = strings.map(async ([title, from]) => {
    const { payload, signature } = await signed(stage, one)
    const answer = await sendPayload(stage, one, { payload, signature: from(signature) })
    const isIt = isRefusal(answer) && codeOf(answer) === one.code
    holds(isIt, `${title} as the signature of the ${one.name} is not refused like an invalid one`, {
      expected: one.code,
      actual: summary(answer),
    })
  })
  await Promise.all(tried)
}

const sendUnder = async (stage: Stage, one: Verified, sending: Partial<Sending>) => {
  const { payload, signature } = await signed(stage, one)
  const body = { [one.name]: payload, signature, ...one.beside(stage, payload, signature) }
  return stage.call(one.operation, body, { as: one.sender(stage), ...sending })
}

/**
 * X-OC-Signature: refused like one that does not verify, whatever status that has (AUTH-29). A malformed header has no
 * code of its own (AUTH-28): with `anyCode`, any 4xx will do.
 */
const refusesHeaders = async (stage: Stage, one: Verified, tried: readonly Instead[], anyCode = false) => {
  await control(stage, one)
  const invalid = summary(await sendUnder(stage, one, { key: generatePrivateKey() }))
  const requests = tried.map(async ([title, from]) => {
    const answer = await sendUnder(stage, one, { tamper: withSignature(from) })
    const isAlike = summary(answer) === invalid || codeOf(answer) === 'INVALID_SIGNATURE'
    const isIt = isRefusal(answer) && (isAlike || (anyCode && isClientError(answer)))
    holds(isIt, `${title} as X-OC-Signature is not refused as it has to be`, {
      expected: anyCode ? 'a 4xx' : 'INVALID_SIGNATURE',
      actual: summary(answer),
    })
  })
  await Promise.all(requests)
}

const noStrings: readonly Json[] = [null, 17, true, {}, []]

/** Signatures that are none. Heading: Authentication, payload signatures. */
export const degenerateSignatures = onEveryVerified('payload-signatures-degenerate', (clause, one) => {
  const { name } = one

  clause('SIG-05', `${name} with a degenerate signature`, stage => refusesStrings(stage, one, degenerates(stage)))

  clause('SIG-05', `${name} with a malformed signature`, stage => refusesStrings(stage, one, malformedInBodies))

  clause('SIG-05', `${name} with a signature that is no string`, async stage => {
    await control(stage, one)
    for (const value of noStrings)
      await sendPayload(stage, one, { ...(await signed(stage, one)), signature: value }).refusesWith4xx()
    const { payload, signature } = await signed(stage, one)
    await sendPayload(stage, one, { payload, signature: [signature] }).refusesWith4xx()
  })

  clause('SIG-05', `${name} under a degenerate X-OC-Signature`, stage => refusesHeaders(stage, one, degenerates(stage)))

  clause('SIG-05', `${name} under a malformed X-OC-Signature`, stage => refusesHeaders(stage, one, malformed, true))
})
