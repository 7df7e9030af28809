import { describe, expect, test } from 'vitest'
import { describeCorpus, textOf } from './corpora.test.support.ts'
import { authenticationCodes, type ErrorCode, errorCatalogue, kycCodes, Refusal } from './errors.ts'
import type { OperationName } from './operations.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const documented = codes.filter(code => errorCatalogue[code].documented)

describeCorpus('the Errors table of the document', 'spec/protocol.md', () => {
  const rows = (): { codes: string[]; statuses: string[] }[] =>
    (textOf('spec/protocol.md').split('## Errors')[1] ?? '')
      .split('\n')
      .filter(line => /^\| [A-Z_]{4}/.test(line))
      .map(line => line.split('|').map(cell => cell.trim()))
      .map(([, names = '', statuses = '']) => ({ codes: names.split(', '), statuses: statuses.match(/\d{3}/g) ?? [] }))

  test('has the documented codes of the catalogue, and no other', () => {
    expect(new Set(rows().flatMap(row => row.codes))).toEqual(new Set(documented))
  })

  test('shows the statuses of the catalogue', () => {
    for (const { codes: names, statuses } of rows())
      for (const name of names)
        expect([name, Object.values(errorCatalogue[name as ErrorCode].statuses).map(String)]).toEqual([name, statuses])
  })
})

test('the KYC list is the codes of that role, ten of them', () => {
  expect([...kycCodes].sort()).toEqual(codes.filter(code => errorCatalogue[code].roles.includes('kyc')).sort())
  expect(kycCodes).toHaveLength(10)
})

test('the codes of the authentication layer have no documented status there', () => {
  for (const code of authenticationCodes) {
    const statuses: Partial<Record<OperationName, number>> = errorCatalogue[code].statuses
    expect([code, statuses['transfer.webhook'], statuses['transfer.create']]).toEqual([code, undefined, undefined])
  }
})

test('undocumented codes are marked and have no documented status', () => {
  const own = codes.filter(code => !errorCatalogue[code].documented)
  expect(own).toEqual(['INVALID_REQUEST', 'CURRENCY_NOT_SUPPORTED', 'AMOUNT_NOT_ACCEPTED', 'PAYMENT_EXPIRED'])
  for (const code of own) expect(errorCatalogue[code].statuses).toEqual({})
})

describe('a refusal', () => {
  test('has the body of an error', () => {
    const refusal = new Refusal('ORDER_EXPIRED', 400, 'The order expired.', { expiresAt: 1 })
    expect(refusal.body()).toEqual({
      error: { code: 'ORDER_EXPIRED', message: 'The order expired.', details: { expiresAt: 1 } },
    })
    expect([refusal.status, refusal.name, refusal instanceof Error]).toEqual([400, 'Refusal', true])
  })

  test('has details, even if empty', () => {
    expect(new Refusal('X', 400, 'm').body().error.details).toEqual({})
  })
})
