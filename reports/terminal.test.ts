import { describe, expect, test } from 'vitest'
import type { Report } from '../schemas/messages.ts'
import { brokenReport, conformantReport, countsOf } from './fixtures/report.ts'
import type { ClauseOutcome } from './queries.ts'
import { createProgress, renderJsonSummary, renderSummary } from './terminal.ts'

const options = { color: false, width: 80, reportDir: 'conformance-report' }

const only = (...ids: string[]): Report => {
  const clauses = brokenReport.clauses.filter(({ id }) => ids.includes(id))
  return { ...brokenReport, clauses, counts: countsOf(clauses), preflight: [] }
}

describe('renderSummary', () => {
  test('says first what the verdict is, then what is broken and how to repeat it', () => {
    expect(renderSummary(only('META-01', 'CHECKOUT-04'), options)).toMatchInlineSnapshot(`
      "
        ✕ NON-CONFORMANT
        1 of 2 must clauses is broken.
        Acme Pay, gateway, OCID 1001, https://pay.acme.example/oc/v1
        standard, seed 20260203, 1874 requests in 6.4 s

        Broken

        ✕ CHECKOUT-04
          order.expiresAt in the past: 400 ORDER_EXPIRED.
          what      An order that expired a day ago was accepted, and a session was
                    opened for it.
          where     POST /orders/checkout
          expected  400 ORDER_EXPIRED
          actual    200
          repeat    oc-conformance replay conformance-report/report.json checkout/expired-a-day-ago

                           must should   open
        ✕ broken              1      0      0
        ✓ kept                1      0      0

        Report: conformance-report/report.html
      "
    `)
  })

  test('then warnings, what could not be tried and why, and the numbers', () => {
    const ids = ['META-01', 'TRANSFER-10', 'FMT-05', 'NOTIFY-01', 'NOTIFY-02', 'PAGE-06', 'TRANSFER-12', 'VERIFY-01']
    expect(renderSummary({ ...only(...ids), preflight: brokenReport.preflight ?? [] }, options)).toMatchInlineSnapshot(`
      "
        ✕ NON-CONFORMANT
        1 of 5 must clauses is broken, as listed in the known failures. 3 could not be
        tried.
        Acme Pay, gateway, OCID 1001, https://pay.acme.example/oc/v1
        standard, seed 20260203, 1874 requests in 6.4 s

        Broken

        ✕ TRANSFER-10 (known failure)
          The checks run in the documented order (every subset of the violated
          conditions that answers can tell apart: a missing source and a missing
          destination share one answer).
          what      The balance is looked at before the destination.
          where     POST /transfer/create
          expected  400 ACCOUNT_NOT_FOUND
          actual    402 INSUFFICIENT_FUNDS
          repeat    oc-conformance replay conformance-report/report.json transfer/wrong-order-of-checks

        Warnings

        ! FMT-05
          An amount that is not a decimal string (number, empty, exponent, NaN,
          blanks, full-width digits, comma) or is negative is refused with a 4xx and
          has no effect (zero, leading zeros, plus sign, more digits than the currency
          has: FMT-10).
          what      The amount "12,50" was taken.
          where     POST /payment/create
          expected  any 4xx
          actual    200
          repeat    oc-conformance replay conformance-report/report.json wire-format/amounts-with-a-comma

        Could not be tried
        ! The target did not reach the counterpart at http://127.0.0.1:4900. Run with
          --public-url and an address that the target can reach, and register the
          entries of provisioning.json.
        ⊘ 3 clauses: The target did not fetch anything from the counterpart at
          http://127.0.0.1:4900: notifications cannot be received.
        ⊘ 1 clause: No account with a second currency is provisioned;
          provisioning.json lists treasury and purse1 in one more currency.

                           must should   open
        ✕ known failure       1      0      0
        ⊘ not tried           3      1      0
        ! warning             0      1      0
        ✓ kept                1      0      0
        · not selected        1      0      0

        Report: conformance-report/report.html
      "
    `)
  })

  test('is short where nothing is broken', () => {
    expect(renderSummary(conformantReport, options)).toMatchInlineSnapshot(`
      "
        ✓ CONFORMANT
        All 91 must clauses that apply are kept.
        Acme Pay, gateway, OCID 1001, https://pay.acme.example/oc/v1
        standard, seed 1, 1900 requests in 6.4 s

                           must should   open
        ◆ observed            0      0     28
        ✓ kept               91     34      0

        Report: conformance-report/report.html
      "
    `)
  })

  test.each([
    ['incomplete', 'INCOMPLETE'],
    ['partial', 'PARTIAL RUN'],
  ] as const)('%s is not taken for conformant', (verdict, title) => {
    const lines = renderSummary({ ...conformantReport, verdict }, options).split('\n')
    expect(lines[1]).toContain(title)
  })

  test('a run of nothing does not say that anything was kept', () => {
    const nothing = { ...only(), verdict: 'incomplete' as const }
    expect(renderSummary(nothing, options)).toContain('No must clause was tried.')
  })

  test('has colours only where they are wanted', () => {
    expect(renderSummary(brokenReport, options)).not.toContain('\u001b')
    const coloured = renderSummary(brokenReport, { ...options, color: true })
    expect(coloured).toContain('\u001b[31m✕ META-08\u001b[0m')
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(renderSummary(brokenReport, options))
  })

  test.each([40, 80, 120])('keeps within %i columns but for the commands, which are to be copied', width => {
    const lines = renderSummary(brokenReport, { ...options, width }).split('\n')
    expect(lines.filter(line => line.length > width && !line.startsWith('    repeat'))).toEqual([])
  })

  test('nothing that a target wrote acts on the terminal', () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u202e\r\nmerged\u009b31m'
    const clauses: ClauseOutcome[] = [{ id: `X${evil}`, level: 'must', verdict: 'fail', checks: ['x'], text: evil }]
    const checks: Report['checks'] = [
      {
        id: 'x',
        title: evil,
        clauses: [`X${evil}`],
        verdict: 'fail',
        message: evil,
        expected: evil,
        actual: evil,
        reproduce: evil,
        operation: evil,
      },
    ]
    const target = { ...brokenReport.target, name: evil, baseUrl: evil }
    const preflight = [{ name: evil, ok: false, severity: 'error' as const, message: evil, remedy: evil }]
    const summary = renderSummary({ ...brokenReport, clauses, checks, target, preflight }, options)
    expect(summary).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(summary).toContain('⟨U+001B⟩]0;owned⟨U+0007⟩')
  })
})

describe('renderJsonSummary', () => {
  const summary = JSON.parse(JSON.stringify(renderJsonSummary(brokenReport, 1, 'out')))

  test('has the verdict, the exit code, the counts and the files', () => {
    expect(summary).toMatchObject({ version: 1, verdict: 'non-conformant', exitCode: 1, counts: brokenReport.counts })
    expect(summary.report).toEqual({
      json: 'out/report.json',
      html: 'out/report.html',
      exchanges: 'out/exchanges.ndjson',
    })
  })

  test('lists what is broken and what could not be tried', () => {
    expect(summary.broken.map(({ clause }: { clause: string }) => clause)).toEqual([
      'META-08',
      'AUTH-06',
      'SIG-04',
      'ERR-02',
      'CHECKOUT-04',
      'TRANSFER-10',
    ])
    expect(summary.broken[4]).toMatchObject({
      check: 'checkout/expired-a-day-ago',
      operation: 'orders.checkout',
      expected: '400 ORDER_EXPIRED',
      actual: '200',
      reproduce: 'oc-conformance replay conformance-report/report.json checkout/expired-a-day-ago',
    })
    expect(summary.blocked[0].clauses).toContain('NOTIFY-01')
    expect(summary.blocked[0].reason).toContain('did not fetch anything')
  })
})

/** What a progress wrote, with a clock that goes on by 50 ms each time that it is read. */
const recorded = (tty: boolean) => {
  const written: string[] = []
  let time = 0
  const progress = createProgress({
    stream: { write: text => written.push(text) },
    tty,
    color: false,
    now: () => {
      time += 50
      return time
    },
  })
  return { progress, written }
}

const outcomes = [
  { id: 'a/kept', verdict: 'pass' },
  { id: 'a/broken', verdict: 'fail', expected: '400', actual: '200\u001b[2J' },
  { id: 'a/untried', verdict: 'blocked', reason: 'no account is provisioned' },
  { id: 'a/told', verdict: 'warn' },
] as const

describe('createProgress', () => {
  test('in a log: a line at the start, for what is broken or could not be tried, and at the end', () => {
    const { progress, written } = recorded(false)
    progress.start(4, 'http://127.0.0.1:4010')
    for (const outcome of outcomes) progress.checked(outcome)
    progress.end()
    expect(written.join('')).toMatchInlineSnapshot(`
      "4 checks of http://127.0.0.1:4010
      ✕ fail a/broken: expected 400, got 200⟨U+001B⟩[2J
      ⊘ blocked a/untried: no account is provisioned
      4/4 checks, 1 broken, 1 not tried, 0.1 s
      "
    `)
  })

  test('on a terminal: one line that is rewritten, and gone at the end', () => {
    const { progress, written } = recorded(true)
    progress.start(4, 'http://127.0.0.1:4010')
    for (const outcome of outcomes) progress.checked(outcome)
    progress.end()
    expect(written.every(text => text.startsWith('\r\u001b[2K') && !text.includes('\n'))).toBe(true)
    expect(written[0]).toContain('0/4 checks  0 broken')
    expect(written.at(-2)).toContain('4/4 checks  1 broken, 1 not tried')
    expect(written.at(-1)).toBe('\r\u001b[2K')
  })
})
