import { expect, test } from 'vitest'
import { type Exchange, shorten } from './exchange.ts'
import { Journal, longestJournal } from './journal.ts'

const message = { headers: [], text: undefined }

const exchange = (id: string, more: Partial<Exchange> = {}): Exchange => ({
  ...{ id, direction: 'in', at: 0, ms: 1, method: 'GET', address: '/', caller: undefined, during: undefined },
  ...{ status: 200, request: message, answer: message, checks: [], refusal: undefined },
  ...more,
})

test('forgets the oldest exchange', () => {
  const journal = new Journal()
  for (let count = 0; count <= longestJournal; count++) journal.add(exchange(`${count}`))
  expect(journal.after()).toHaveLength(longestJournal)
  expect([journal.find('0'), journal.find('1')?.id]).toEqual([undefined, '1'])
  expect(journal.after(longestJournal).map(({ number }) => number)).toEqual([longestJournal + 1])
})

test('diagnoses one refused signature per second', () => {
  let [now, searches] = [0, 0]
  const journal = new Journal(() => now)
  const search = () => `found ${++searches}`
  const add = () => {
    const check = { name: 'request is signed', objection: 'no', search }
    journal.add(exchange('a', { checks: [check] }))
    return check
  }
  expect([add(), add()]).toMatchObject([{ found: 'found 1' }, { search }])
  now = 1_000
  expect(add()).toMatchObject({ found: 'found 2' })
})

test('keeps the beginning of a long text', () => {
  expect(shorten('a'.repeat(8_193))).toBe(`${'a'.repeat(8_192)}… (1 more characters)`)
  expect(shorten('a')).toBe('a')
})
