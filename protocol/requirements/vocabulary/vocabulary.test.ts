import { describe, expect, test } from 'vitest'
import { requirementIds, requirements } from '../index.ts'
import { isInVocabulary, isOpenRequirementId, readingsOf, vocabulary } from './index.ts'
import { answerWord } from './observable.ts'

const open = requirementIds.filter(id => requirements[id].level === 'open')

describe('the vocabulary', () => {
  test('covers every open row and no other', () => {
    expect(open.length).toBeGreaterThan(30)
    expect(Object.keys(vocabulary).sort()).toEqual([...open].sort())
    expect(isOpenRequirementId('CHECKOUT-04')).toBe(false)
    expect(isOpenRequirementId('toString')).toBe(false)
  })

  test.each(Object.entries(vocabulary))('%s has one sentence that would settle it', (_, { proposal }) => {
    expect(proposal.split(/\s+/).length).toBeGreaterThan(6)
    expect(proposal).toMatch(/^[A-Z`].*[^.]\.$/)
    expect(proposal).not.toMatch(/\.\s+[A-Z]/)
    expect(proposal).not.toMatch(/\bthe document\b/)
  })

  test('no two rows have the same sentence', () => {
    expect(new Set(Object.values(vocabulary).map(({ proposal }) => proposal)).size).toBe(open.length)
  })

  test.each(Object.entries(vocabulary))('%s: a bare value stands for one of its observables', (_, row) => {
    expect(Object.keys(row.observables).length).toBeGreaterThan(0)
    if (row.bare !== undefined) expect(row.observables).toHaveProperty([row.bare])
  })
})

describe('a value', () => {
  test.each([
    ['SIG-07', 'compact-hex'],
    ['SIG-07', { encoding: 'der-hex' }],
    ['AUTH-21', 'method, path, timestamp, body; joined by dots; hash of the body in Base64'],
    ['AUTH-22', { 'into the past': 300, 'into the future': 'none' }],
    ['AUTH-23', { INVALID_SIGNATURE: 401, UNKNOWN_OCID: 'no answer' }],
    ['CHECKOUT-13', { 'without urls': '400 CURRENCY_NOT_SUPPORTED' }],
    ['CHECKOUT-13', { 'without urls': '422 another code', 'the same order again': '409' }],
    ['ERR-06', { 'always sent': ['code', 'message'] }],
    ['ERR-06', { 'always sent': [] }],
  ])('%s: %j is in it', (clause, value) => {
    expect(isInVocabulary(clause, value)).toBe(true)
  })

  test.each([
    ['SIG-07', 'hexadecimal'],
    ['SIG-07', 7],
    ['SIG-07', null],
    ['SIG-07', {}],
    ['SIG-07', ['compact-hex']],
    ['AUTH-21', '<script>'],
    ['AUTH-22', { 'into the past': -1 }],
    ['AUTH-22', { 'into the past': 0.5 }],
    ['AUTH-22', { 'into the past': 300, elsewhere: 1 }],
    ['AUTH-22', { toString: 300 }],
    ['CHECKOUT-13', 'accepted'],
    ['CHECKOUT-13', { 'without urls': '400 NO_SUCH_CODE' }],
    ['CHECKOUT-13', { 'without urls': '400 toString' }],
    ['CHECKOUT-13', { 'without urls': '40 INVALID_REQUEST' }],
    ['CHECKOUT-13', { 'without urls': 400 }],
    ['ERR-06', { 'always sent': ['code', 'code'] }],
    ['ERR-06', { 'always sent': ['codes'] }],
    ['ERR-06', { 'always sent': 'code' }],
    ['CHECKOUT-04', '400 ORDER_EXPIRED'],
    ['constructor', 'compact-hex'],
  ])('%s: %j is not in it', (clause, value) => {
    expect(isInVocabulary(clause, value)).toBe(false)
  })

  test('has one reading for each of its members', () => {
    const found = readingsOf('AUTH-22', { 'into the past': 300, 'into the future': 60 })
    expect(found?.map(({ name, value }) => [name, value])).toEqual([
      ['into the past', 300],
      ['into the future', 60],
    ])
    expect(readingsOf('SIG-07', 'der-hex')?.map(({ name }) => name)).toEqual(['encoding'])
  })
})

test.each([
  [0, 'X', 'no answer'],
  [404, undefined, '404'],
  [404, 'TXID_NOT_FOUND', '404 TXID_NOT_FOUND'],
  [500, 'constructor', '500 another code'],
  [400, null, '400 another code'],
  [400, { code: 1 }, '400 another code'],
])('an answer of status %s with the code %j is written as %s', (status, code, word) => {
  expect(answerWord(status, code)).toBe(word)
  expect(isInVocabulary('CHECKOUT-13', { 'without urls': word })).toBe(true)
})
