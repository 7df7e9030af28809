import { expect, test } from 'vitest'
import { proofIn } from './notifications.ts'

test('a proof is found in whatever shape it comes', () => {
  const signed = { proof: { txid: 't' }, signature: 's' }
  expect(proofIn({ json: signed })).toEqual(signed)
  expect(proofIn({ json: { event: 'transfer', data: signed } })).toEqual(signed)
  expect(proofIn({ json: { txid: 't' } })).toEqual({ proof: { txid: 't' }, signature: undefined })
  expect(proofIn({ json: ['t'] })).toBeUndefined()
})
