import { expect, test } from 'vitest'
import { collectSignedDocuments } from './signed-documents.ts'

const response = (json: object, status = 200) => {
  const text = JSON.stringify(json)
  return { json: JSON.parse(text), bytes: Buffer.from(text), status, exchange: '1' }
}

test('keeps what a target of the role signs, and nothing else', () => {
  const { see, all } = collectSignedDocuments('gateway')
  const proof = { proof: { txid: '1' }, signature: 'ab' }
  see(response(proof))
  see(response({ order: { id: '1' }, signature: 'ab' }))
  see(response({ proof: {} }))
  see(response({ status: 'completed' }))
  see(response(proof, 400))
  expect(all).toEqual([{ document: proof, exchange: '1' }])
})

test('keeps neither long documents nor any number of them', () => {
  const { see, all } = collectSignedDocuments('merchant')
  const order = (memo: string) => response({ order: { memo }, signature: 'ab' })
  see(order('a'.repeat(5_000)))
  expect(all).toEqual([])
  for (let count = 0; count < 1_000; count++) see(order('short'))
  expect(all).toHaveLength(800)
})
