import { expect, test } from 'vitest'
import { sentence } from './text.ts'

test.each([
  ['the proof is missing', 'The proof is missing'],
  ["no one's, it seems", "No one's, it seems"],
  ['proof.amount is not order.amount', 'proof.amount is not order.amount'],
  ['http://127.0.0.1/ cannot be read', 'http://127.0.0.1/ cannot be read'],
  ['POST answers late', 'POST answers late'],
  ['', ''],
])('%s begins a sentence as %s', (text, expected) => expect(sentence(text)).toBe(expected))
