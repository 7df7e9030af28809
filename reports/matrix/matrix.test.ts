import { describe, expect, test } from 'vitest'
import type { Report } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import { der, reportOf } from '../ambiguities/reports.test.support.ts'
import type { Level, Verdict } from '../queries.ts'
import { type Matrix, matrixOf } from './index.ts'

const matrix = (...reports: Report[]): Matrix => matrixOf(reports.map((report, at) => ({ file: `${at}.json`, report })))

/** A report with these verdicts. */
const judged = (report: Report, verdicts: Record<string, [Level, Verdict]>): Report => {
  const clauses = Object.entries(verdicts).map(([id, [level, verdict]]) => ({ id, level, verdict, checks: [] }))
  const blocked = clauses.filter(({ level, verdict }) => level === 'must' && verdict === 'blocked').length
  return { ...report, clauses, counts: { ...report.counts, must: { blocked } } }
}

const declares = (report: Report, declared: NonNullable<Report['target']['declared']>, ocid = 1): Report => ({
  ...report,
  target: { ...report.target, ocid, declared },
})

const pairIn = (...reports: Report[]) => matrix(...reports).pairs[0]

describe('a gateway and a merchant', () => {
  test('can work together if both are conformant and sign the same way', () =>
    expect(pairIn(reportOf('gateway'), reportOf('merchant'))).toEqual({
      gateway: 1,
      partner: 2,
      role: 'merchant',
      together: 'yes',
      reasons: [],
    }))

  test.each([
    ['SIG-07', der, /^\[2\] der-hex; \[1\] compact-hex\. \[2\] refuses the orders that \[1\] signs/],
    ['SIG-08', { canonicalJson: 'top-level' }, /escape its texts differently/],
    ['AUTH-21', { canonicalRequest: { body: true } }, /refuses the checkout of \[1\]/],
  ])('cannot, and the reason is %s', (clause, profile, text) => {
    const pair = pairIn(reportOf('merchant'), reportOf('gateway', { profile }))
    expect(pair).toMatchObject({ gateway: 2, partner: 1, together: 'no' })
    expect(pair?.reasons).toEqual([{ clauses: [clause], text: expect.stringMatching(text) }])
  })

  test('cannot if one of them is not conformant either', () => {
    const pair = pairIn(reportOf('gateway', { profile: der, verdict: 'non-conformant' }), reportOf('merchant'))
    expect(pair?.together).toBe('no')
  })

  test('cannot if the gateway offers no way to pay', () => {
    const capabilities = ['payment.create', 'verify.txid']
    const pair = pairIn(declares(reportOf('gateway'), { capabilities }), reportOf('merchant'))
    expect(pair).toMatchObject({ together: 'no', reasons: [{ text: expect.stringContaining('no way to pay') }] })
  })

  test('are in doubt if one breaks clauses, which are named, or was not tested enough', () => {
    const broken = judged(reportOf('gateway', { verdict: 'non-conformant' }), { 'CHECKOUT-04': ['must', 'fail'] })
    const short = judged(reportOf('merchant', { verdict: 'incomplete' }), { 'ORDER-01': ['must', 'blocked'] })
    expect(pairIn(broken, short)).toMatchObject({
      together: 'in-doubt',
      reasons: [
        { clauses: ['CHECKOUT-04'], text: 'broken by [1]. It is non-conformant.' },
        { clauses: [], text: '[2] is incomplete. 1 must clause could not be tried.' },
      ],
    })
  })

  test('are in doubt if a dialect was only assumed, or cannot be read', () => {
    const assumed = judged(reportOf('merchant', { verdict: 'incomplete' }), { 'ORDER-01': ['must', 'blocked'] })
    const shownBy = 'the reference profile'
    const profile = { ...assumed.profile, signatureEncoding: { value: 'compact-hex', shownBy } }
    expect(pairIn(reportOf('gateway', { profile: der }), { ...assumed, profile })?.together).toBe('in-doubt')
    expect(pairIn(reportOf('gateway'), { ...reportOf('merchant'), profile: {} })).toMatchObject({
      together: 'in-doubt',
      reasons: [{ text: 'It is not known how [2] signs.' }],
    })
  })
})

describe('a pair that was tried together', () => {
  const [gateway, merchant] = [reportOf('gateway'), reportOf('merchant')]
  const tried = (verdict: Verdict, partner = merchant): Report => ({
    ...gateway,
    verdict: 'partial',
    partner: partner.target,
    checks: [{ id: 'together/one', title: 'one order', clauses: ['FLOW-01'], verdict, message: 'It was not paid.' }],
  })

  test.each([
    ['pass', 'yes', 'They were tried together: one order.'],
    ['fail', 'no', 'tried together: one order: It was not paid.'],
    ['blocked', 'in-doubt', 'tried together: one order: It was not paid.'],
  ] as const)('is judged by it: %s, %s', (verdict, together, text) => {
    const { implementations, pairs } = matrix(gateway, merchant, tried(verdict))
    expect(implementations.length).toBe(2)
    expect(pairs).toMatchObject([{ together, reasons: [{ text }] }])
  })

  test('says nothing of another pair', () => {
    const other = { ...merchant, target: { ...merchant.target, baseUrl: 'https://other.example' } }
    expect(matrix(gateway, merchant, tried('fail', other)).pairs).toMatchObject([{ together: 'yes' }])
  })
})

describe('a gateway and a KYC provider', () => {
  const provider = declares(reportOf('kyc'), { capabilities: ['kyc.grant'] }, 1003)

  test.each([
    [[1003], 'yes'],
    [[1004], 'unrelated'],
  ])('depend on each other if the gateway lists the provider: %j is %s', (kyc, together) =>
    expect(pairIn(declares(reportOf('gateway'), { kyc }), provider)?.together).toBe(together),
  )

  test('cannot work together if the provider does not declare kyc.grant', () => {
    const pair = pairIn(
      declares(reportOf('gateway'), { kyc: [1003] }),
      declares(reportOf('kyc'), { capabilities: [] }, 1003),
    )
    expect(pair).toMatchObject({
      together: 'no',
      reasons: [{ text: '[1] accepts [2], which does not declare kyc.grant.' }],
    })
  })

  test('are in doubt if a report does not say it', () =>
    expect(pairIn(reportOf('gateway'), provider)?.together).toBe('in-doubt'))
})

test('clauses are kept by all, some, none, or undecided, in the order of the register', () => {
  const one = judged(reportOf('gateway'), {
    'X-01': ['must', 'fail'],
    'VERIFY-01': ['must', 'pass'],
    'META-02': ['must', 'fail'],
    'META-03': ['must', 'pass'],
    'META-04': ['must', 'blocked'],
    'META-18': ['should', 'warn'],
    'AUTH-22': ['open', 'observed'],
  })
  const other = judged(reportOf('merchant'), {
    'META-02': ['must', 'known'],
    'META-03': ['must', 'fail'],
    'META-04': ['must', 'not-applicable'],
  })
  const rows = matrix(one, other).clauses.map(({ clause, kept, verdicts }) => [clause, kept, verdicts.length])
  expect(rows).toEqual([
    ['META-02', 'nobody', 2],
    ['META-03', 'some', 2],
    ['META-04', 'undecided', 2],
    ['META-18', 'nobody', 1],
    ['VERIFY-01', 'everybody', 1],
    ['X-01', 'nobody', 1],
  ])
})

test('dialects show who signs how, and whose profile cannot be read', () => {
  const rows = matrix(reportOf('gateway', { profile: der }), reportOf('merchant'), { ...reportOf('kyc'), profile: {} })
  expect(rows.dialects[0]).toEqual({
    clause: 'SIG-07',
    choices: [
      { value: 'der-hex', implementations: [1] },
      { value: 'compact-hex', implementations: [2] },
    ],
    unread: [3],
  })
})

test('the document is valid, and its last part is the comparison of ambiguities', () => {
  const { ambiguities, ...rest } = matrix(
    reportOf('gateway', { profile: der, observations: [['AUTH-23', { NONCE_REUSED: 401 }, 'transfer.create']] }),
    reportOf('gateway'),
    reportOf('merchant'),
    reportOf('kyc'),
  )
  expect(violations('matrix', JSON.parse(JSON.stringify({ ...rest, ambiguities })))).toEqual([])
  expect(ambiguities.incompatibilities.length).toBeGreaterThan(1)
})
