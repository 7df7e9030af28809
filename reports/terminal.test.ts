import { describe, expect, test } from 'vitest'
import type { Report } from '../schemas/messages.ts'
import { conformantReport, countsOf, failingReport } from './fixtures/report.ts'
import type { ClauseOutcome } from './queries.ts'
import { renderSummary } from './terminal.ts'

const options = { color: false, width: 80, reportDir: 'conformance-report' }

const only = (...ids: string[]): Report => {
  const clauses = failingReport.clauses.filter(({ id }) => ids.includes(id))
  return { ...failingReport, clauses, counts: countsOf(clauses), preflight: [] }
}

describe('renderSummary', () => {
  test('ends with the command that verifies a signed report', () => {
    const signature = { value: 'ab', publicKey: 'cd'.repeat(64) }
    const command = `oc-conformance report verify 'two words' --key ${signature.publicKey}`
    expect(renderSummary({ ...only('META-01'), signature }, { ...options, reportDir: 'two words' })).toMatch(
      new RegExp(`\\n  Signed: ${command}\\n$`),
    )
    expect(renderSummary(only('META-01'), options)).not.toContain('Signed')
  })

  test('names both targets of a pair', () => {
    const partner = { role: 'merchant' as const, baseUrl: 'https://shop.example', name: 'Shop\u001b[2J', ocid: 1002 }
    expect(renderSummary({ ...only('META-01'), partner }, options)).toContain(
      '  Acme Pay, gateway, OCID 1001, https://pay.acme.example/oc/v1\n  together with Shop⟨U+001B⟩[2J, merchant, OCID 1002, https://shop.example\n',
    )
  })

  test('begins with the verdict, then the failures and how to repeat them', () => {
    expect(renderSummary(only('META-01', 'CHECKOUT-04'), options)).toMatchInlineSnapshot(`
      "
        ✕ NON-CONFORMANT
        1 of 2 must clauses fails.
        Acme Pay, gateway, OCID 1001, https://pay.acme.example/oc/v1
        standard, seed 20260203, 1874 requests in 6.4 s

        Failures

        ✕ CHECKOUT-04
          order.expiresAt in the past: 400 ORDER_EXPIRED.
          tried     expired a day ago
          what      An order that expired a day ago was accepted, and a session was
                    opened for it.
          where     POST /orders/checkout
          expected  400 ORDER_EXPIRED
          actual    200
          repeat    oc-conformance replay conformance-report/report.json checkout/expired-a-day-ago

                           must should   open
        ✕ fail                1      0      0
        ✓ pass                1      0      0

        Report: conformance-report/report.html
      "
    `)
  })

  test('continues with warnings, blocked clauses with their reasons, and counts', () => {
    const ids = ['META-01', 'TRANSFER-10', 'FMT-05', 'NOTIFY-01', 'NOTIFY-02', 'PAGE-06', 'TRANSFER-12', 'VERIFY-01']
    expect(
      renderSummary({ ...only(...ids), preflight: failingReport.preflight ?? [] }, options),
    ).toMatchInlineSnapshot(`
      "
        ✕ NON-CONFORMANT
        1 of 6 must clauses fails, a known failure. 4 are blocked.
        Acme Pay, gateway, OCID 1001, https://pay.acme.example/oc/v1
        standard, seed 20260203, 1874 requests in 6.4 s

        Failures

        ✕ TRANSFER-10 (known failure)
          The checks run in the documented order (every subset of the violated
          conditions that answers can tell apart: a missing source and a missing
          destination share one answer).
          tried     destination missing and balance too low
          what      The balance is checked before the destination.
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
          tried     an amount with a decimal comma
          what      The amount "12,50" was taken.
          where     POST /payment/create
          expected  any 4xx
          actual    200
          repeat    oc-conformance replay conformance-report/report.json wire-format/amounts-with-a-comma

        Blocked
        ! The target did not reach the counterpart at http://127.0.0.1:4900. Run with
          --public-url and an address that the target can reach, and register the
          entries of provisioning.json.
        ⊘ 3 clauses: The target did not fetch anything from the counterpart at
          http://127.0.0.1:4900: notifications cannot be received.
        ⊘ 1 clause: No account with a second currency is provisioned;
          provisioning.json lists treasury and purse1 in one more currency.

                           must should   open
        ✕ known failure       1      0      0
        ⊘ blocked             4      0      0
        ! warn                0      1      0
        ✓ pass                1      0      0
        · not selected        1      0      0

        Report: conformance-report/report.html
      "
    `)
  })

  test('shows every check of a clause that fails or warns, and each check once', () => {
    const failed = (id: string, verdict: 'fail' | 'warn', where: string): Report['checks'][number] => ({
      id: `page/${id}`,
      title: id,
      clauses: ['PAGE-03'],
      verdict,
      message: `${id} is wrong`,
      where,
      operation: 'orders.checkout',
    })
    const checks = [
      failed('first', 'fail', 'POST /pay/1'),
      failed('second', 'fail', 'received: POST /transfer/webhook'),
    ]
    const ids = checks.map(({ id }) => id)
    const clauses = [
      { id: 'PAGE-03', level: 'must', verdict: 'fail', checks: ids, text: 'A payment leads on.' },
      { id: 'PAGE-13', level: 'should', verdict: 'warn', checks: ['page/first'], text: 'So does another.' },
    ] satisfies ClauseOutcome[]
    const summary = renderSummary(
      { ...conformantReport, verdict: 'non-conformant', clauses, checks, counts: countsOf(clauses) },
      options,
    )
    expect(summary.slice(summary.indexOf('  Failures'), summary.indexOf('must should'))).toMatchInlineSnapshot(`
      "  Failures

        ✕ PAGE-03
          After a successful payment the gateway sends the signed proof to the
          merchant's webhook, then the customer is redirected to urls.completed: the
          two may meet on the way, since the document does not ask for the merchant's
          answer first.
          tried     first
          what      first is wrong
          where     POST /pay/1

          tried     second
          what      second is wrong
          where     received: POST /transfer/webhook

        Warnings

        ! PAGE-13
          An order that expires while the page is open is not paid.
          see       PAGE-03 above: page/first

                           "
    `)
  })

  test('names the must clauses that do not apply or were tried in part, with the reason', () => {
    const part = 'A payment that fails: the page offers none. Name it as pages.checkout.fail in the config.'
    const clauses = [
      { ...conformantReport.clauses[0], id: 'META-01', level: 'must', verdict: 'pass', checks: [], untried: [part] },
      { id: 'PAGE-03', level: 'must', verdict: 'fail', checks: [], untried: [part] },
      { id: 'PAGE-04', level: 'must', verdict: 'pass', checks: [], untried: [part] },
      { id: 'PAY-01', level: 'must', verdict: 'not-applicable', checks: [], reason: 'It is not declared.' },
      { id: 'PAY-02', level: 'should', verdict: 'not-applicable', checks: [], reason: 'It is not declared.' },
    ] satisfies ClauseOutcome[]
    const report = { ...conformantReport, clauses, counts: countsOf(clauses) }
    const summary = renderSummary(report, options)
    expect(summary).toContain('1 does not apply. 3 were tried in part.')
    expect(summary.slice(summary.indexOf('  Not tried'), summary.indexOf('must should'))).toMatchInlineSnapshot(`
      "  Not tried
        – PAY-01 does not apply: It is not declared.
        ◐ META-01, PAGE-03, -04, in part: A payment that fails: the page offers none.
          Name it as pages.checkout.fail in the config.

                           "
    `)
  })

  test('is short if everything passes', () => {
    // The counts change with the register.
    expect(renderSummary(conformantReport, options).replace(/\b\d\d\b/g, '##')).toMatchInlineSnapshot(`
      "
        ✓ CONFORMANT
        All ## must clauses that apply pass.
        Acme Pay, gateway, OCID 1001, https://pay.acme.example/oc/v1
        standard, seed 1, 1900 requests in 6.4 s

                           must should   open
        ◆ observed            0      0     ##
        ✓ pass               ##     ##      0

        Report: conformance-report/report.html
      "
    `)
  })

  test.each([
    ['test', 'production'],
    ['production', 'test'],
  ] as const)('a KYC provider in %s needs a run in %s as well', (environment, other) => {
    const target = { ...conformantReport.target, role: 'kyc' as const, environment }
    const words = renderSummary({ ...conformantReport, target }, options).replace(/\s+/g, ' ')
    expect(words).toContain(
      `This run was in ${environment}; a KYC provider needs another, with --environment ${other},`,
    )
    expect(renderSummary(conformantReport, options)).not.toContain('--environment')
  })

  test.each([
    ['incomplete', 'INCOMPLETE'],
    ['partial', 'PARTIAL RUN'],
  ] as const)('%s is not shown as conformant', (verdict, title) => {
    const lines = renderSummary({ ...conformantReport, verdict }, options).split('\n')
    expect(lines[1]).toContain(title)
  })

  test('a run without clauses does not say that any passed', () => {
    const nothing = { ...only(), verdict: 'incomplete' as const }
    expect(renderSummary(nothing, options)).toContain('No must clause was tried.')
  })

  test('has colours only if they are asked for', () => {
    expect(renderSummary(failingReport, options)).not.toContain('\u001b')
    const coloured = renderSummary(failingReport, { ...options, color: true })
    expect(coloured).toContain('\u001b[31m✕ META-08\u001b[39m')
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(renderSummary(failingReport, options))
  })

  test.each([40, 80, 120])('keeps within %i columns, except for commands to copy', width => {
    const lines = renderSummary(failingReport, { ...options, width }).split('\n')
    expect(lines.filter(line => line.length > width && !line.startsWith('    repeat'))).toEqual([])
  })

  test('text of a target cannot control the terminal', () => {
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
    const target = { ...failingReport.target, name: evil, baseUrl: evil }
    const preflight = [{ name: evil, ok: false, severity: 'error' as const, message: evil, remedy: evil }]
    const summary = renderSummary({ ...failingReport, clauses, checks, target, preflight }, options)
    expect(summary).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(summary).toContain('⟨U+001B⟩]0;owned⟨U+0007⟩')
  })
})
