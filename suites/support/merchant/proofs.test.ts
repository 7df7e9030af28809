import { expect, test } from 'vitest'
import { readBody } from '../../../harness/http/response.ts'
import { expectNotAccepted, expectOneAcceptance, provesAcceptance } from './proofs.ts'

const answered = (text: string, status = 200) => ({
  status,
  headers: [],
  bytes: new TextEncoder().encode(text),
  ...readBody(new TextEncoder().encode(text)),
  truncated: false,
  exchange: '1',
  url: 'http://127.0.0.1/transfer/webhook',
  arrivedAt: 0,
})

const accepted = answered('{"status":"accepted","txid":"t-1"}')
const rejected = answered('{"status":"rejected","txid":"t-2","message":"It is paid."}')
const cut = answered('{"status":"rej')
const refused = answered('', 400)

const raceOf = (...results: ReturnType<typeof answered>[]) => results.map(result => ({ what: 'a proof', result }))

test.for([
  ['a cut-off one next to an acceptance', [accepted, cut, rejected]],
  ['two cut-off ones', [cut, cut, refused]],
  ['an empty one next to an acceptance', [accepted, answered('')]],
] as const)('a race is undecided if a success is unreadable: %s', ([, results]) => {
  expect(() => expectOneAcceptance(raceOf(...results))).toThrow(
    expect.objectContaining({ name: 'Blocked', message: expect.stringContaining('is not JSON') }),
  )
})

test('two readable acceptances fail a race, even next to an unreadable one', () => {
  expect(() => expectOneAcceptance(raceOf(accepted, cut, accepted))).toThrow(
    expect.objectContaining({ name: 'CheckFailure', message: 'several proofs of one order are accepted' }),
  )
})

test('at most one success decides a race, even an unreadable one', () => {
  expect(() => expectOneAcceptance(raceOf(accepted, rejected, refused))).not.toThrow()
  expect(() => expectOneAcceptance(raceOf(cut, rejected, refused))).not.toThrow()
})

test('a cut-off success does not accept a proof that must be refused', () => {
  expect(() => expectNotAccepted(cut, 'a second proof')).toThrow(expect.objectContaining({ name: 'Blocked' }))
  expect(() => expectNotAccepted(accepted, 'a second proof')).toThrow('the merchant accepts a second proof')
  expect([rejected, refused, accepted].map(provesAcceptance)).toEqual([false, false, true])
})
