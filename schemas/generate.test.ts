import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalize } from '../protocol/json/canonical.ts'
import { generate } from './generate.ts'
import type { Order, ProfileDocument, VerifyResponse } from './messages.ts'

test('messages.ts is up to date', async () => {
  expect(readFileSync(new URL('messages.ts', import.meta.url), 'utf8')).toBe(await generate())
})

test('the types of messages are precise', () => {
  const order: Order = { id: 'o', ocid: 1, amount: '1', currency: 'USD' }
  // @ts-expect-error The type rejects a member that its schema does not have.
  const misspelt: Order = { ...order, currencyCode: 'USD' }
  const verified = { status: 'pending' } as VerifyResponse
  const form: ProfileDocument['canonicalRequest'] = { members: true }
  // Messages are JSON by type: they can be canonicalized as they are.
  expect(canonicalize(order)).toBe('{"amount":"1","currency":"USD","id":"o","ocid":1}')
  expect([verified.status, form, misspelt.id]).toEqual(['pending', { members: true }, 'o'])
})
