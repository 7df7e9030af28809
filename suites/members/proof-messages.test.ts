import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyOf } from '../../harness/money.ts'
import type { Json } from '../../protocol/json/json.ts'
import { violations } from '../../schemas/validate.ts'
import type { Drawn } from './draw.ts'
import { proofMessages, proofWith } from './proof-messages.ts'
import { textSamples } from './values/texts.ts'

const { arbitrary, samples } = proofMessages({ now: () => 1_795_000_000, money: moneyOf('USD') })

const plain = {
  txid: 'tx-1',
  issuer: 4001,
  from: { ocid: 4001, reference: 'from' },
  to: { ocid: 1, reference: 'order-1' },
  amount: '1.00',
  currency: 'USD',
  timestamp: 1_795_000_000,
}
const drawn = fc.sample(arbitrary, { numRuns: 300, seed: 1 })
const proofs = [...samples, ...drawn].map(message => proofWith(plain, message))

test.each([
  ['signed-proof', (proof: Json) => ({ proof, signature: 's' })],
  ['settle-request', (proof: Json) => ({ txid: 't', proof, signature: 's' })],
] as const)('fit the schema %s', (schema, bodyOf) => {
  expect(proofs.flatMap(proof => violations(schema, bodyOf(proof)))).toEqual([])
})

test('keep the members that must match the order, and have unique txids', () => {
  const { txid, from: _from, ...kept } = plain
  for (const proof of proofs) expect(proof).toMatchObject({ ...kept, from: { ocid: 4001 } })
  expect(proofs.filter(proof => !proof.txid.startsWith(txid))).toEqual([])
})

describe('each member', () => {
  test.each(['proof.txid', 'proof.from.reference', 'proof.memo'])('%s is tried with each sample', name => {
    const seen = new Set(samples.map(message => message[name]))
    expect(textSamples.filter(text => !seen.has(text))).toEqual([])
  })

  test('memo is sometimes there and sometimes left out', () => {
    const without = drawn.filter(message => !('proof.memo' in message))
    expect(without.length).toBeGreaterThan(30)
    expect(drawn.length - without.length).toBeGreaterThan(30)
  })
})

test('shrink to the member at fault, even from a sample', () => {
  expect(samples.filter(sample => !arbitrary.canShrinkWithoutContext(sample))).toEqual([])
  const isRight = (message: Drawn) => !proofWith(plain, message).txid.includes('日')
  const { counterexample } = fc.check(fc.property(arbitrary, isRight), {
    seed: 1,
    examples: samples.map(sample => [sample]),
  })
  expect(counterexample).toEqual([{ 'proof.txid': '日', 'proof.from.reference': '' }])
})
