import type { CheckContext } from '../../../harness/context.ts'
import { withSignature } from '../../../harness/http/faults.ts'
import { codeOf, isClientError, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { encodeSignature, type SignatureEncoding } from '../../../protocol/signature.ts'
import { onEveryVerified, sendPayload, signed, type Verified } from '../../support/signed-payloads.ts'

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

const degenerates = ({ dialect }: CheckContext): Instead[] =>
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

const control = (context: CheckContext, one: Verified) => sendPayload(context, one, signed(context, one)).asControl()

/** Payload signatures that are strings: refused like any that does not verify. */
const refusesStrings = async (context: CheckContext, one: Verified, strings: readonly Instead[]) => {
  await control(context, one)
  const tried = strings.map(async ([title, from]) => {
    const { payload, signature } = await signed(context, one)
    const response = await sendPayload(context, one, { payload, signature: from(signature) })
    const isIt = isRefusal(response) && codeOf(response) === one.code
    expectThat(isIt, `${title} as the signature of the ${one.name} is not refused like an invalid one`, {
      expected: one.code,
      actual: summary(response),
    })
  })
  await Promise.all(tried)
}

const sendUnder = async (context: CheckContext, one: Verified, sendOptions: Partial<SendOptions>) => {
  const { payload, signature } = await signed(context, one)
  const body = { [one.name]: payload, signature, ...one.beside(context, payload, signature) }
  return context.call(one.operation, body, { as: one.sender(context), ...sendOptions })
}

/**
 * X-OC-Signature: refused like one that does not verify, whatever status that has (AUTH-29). A malformed header has no
 * code of its own (AUTH-28): with `anyCode`, any 4xx will do.
 */
const refusesHeaders = async (context: CheckContext, one: Verified, tried: readonly Instead[], anyCode = false) => {
  await control(context, one)
  const invalid = summary(await sendUnder(context, one, { key: generatePrivateKey() }))
  const requests = tried.map(async ([title, from]) => {
    const response = await sendUnder(context, one, { tamper: withSignature(from) })
    const isAlike = summary(response) === invalid || codeOf(response) === 'INVALID_SIGNATURE'
    const isIt = isRefusal(response) && (isAlike || (anyCode && isClientError(response)))
    expectThat(isIt, `${title} as X-OC-Signature is not refused as it has to be`, {
      expected: anyCode ? 'a 4xx' : 'INVALID_SIGNATURE',
      actual: summary(response),
    })
  })
  await Promise.all(requests)
}

const noStrings: readonly Json[] = [null, 17, true, {}, []]

/** Signatures that are none. Heading: Authentication, payload signatures. */
export const degenerateSignatures = onEveryVerified('payload-signatures-degenerate', (clause, one) => {
  const { name } = one

  clause('SIG-05', `${name} with a degenerate signature`, context => refusesStrings(context, one, degenerates(context)))

  clause('SIG-05', `${name} with a malformed signature`, context => refusesStrings(context, one, malformedInBodies))

  clause('SIG-05', `${name} with a signature that is no string`, async context => {
    await control(context, one)
    for (const value of noStrings)
      await sendPayload(context, one, { ...(await signed(context, one)), signature: value }).expectClientError()
    const { payload, signature } = await signed(context, one)
    await sendPayload(context, one, { payload, signature: [signature] }).expectClientError()
  })

  clause('SIG-05', `${name} under a degenerate X-OC-Signature`, context =>
    refusesHeaders(context, one, degenerates(context)),
  )

  clause('SIG-05', `${name} under a malformed X-OC-Signature`, context => refusesHeaders(context, one, malformed, true))
})
