import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import { startReference } from '../engine/target/reference-target.ts'
import type { Role } from '../protocol/operations.ts'
import { type Profile, referenceProfile } from '../protocol/profile.ts'
import { renderMatrixHtml } from '../reports/html/matrix/index.ts'
import { matrixOf } from '../reports/matrix/index.ts'
import { certifyTarget } from './certify.ts'

/** Certifies a served reference by one clause, in a dialect that the run must discover. */
const certify = async (role: Role, dialect: Partial<Profile>) => {
  const reference = await startReference(plainSettings, role, { profile: { ...referenceProfile, ...dialect } })
  try {
    return (await certifyTarget({ ...reference.settings, profile: 'auto', only: ['META-01'] })).report
  } finally {
    await reference.close()
  }
}

test('two gateways and two merchants in different dialects: red cells name the cause', {
  timeout: 60_000,
}, async () => {
  const der = { signatureEncoding: 'der-hex' } as const
  const sorted = { canonicalJson: 'top-level' } as const
  const reports = [
    await certify('gateway', {}),
    await certify('gateway', der),
    await certify('merchant', der),
    await certify('merchant', sorted),
  ]
  const matrix = matrixOf(reports.map((report, at) => ({ file: `${at}.json`, report })))
  const causes = matrix.pairs.map(({ gateway, partner, together, reasons }) => {
    const clauses = together === 'no' ? reasons.flatMap(reason => reason.clauses).join() : ''
    return `[${gateway}] [${partner}] ${together} ${clauses}`.trim()
  })
  // Runs of one clause are partial, so only failures are certain.
  expect(causes).toEqual(['[1] [3] no SIG-07', '[1] [4] no SIG-08', '[2] [3] in-doubt', '[2] [4] no SIG-07,SIG-08'])
  const $ = load(renderMatrixHtml(matrix))
  const red = $('.grid td.fail')
    .toArray()
    .map(cell => $(cell).find('.reason').text())
  expect(red).toEqual([
    expect.stringMatching(/^SIG-07: \[1\] compact-hex; \[3\] der-hex\. \[1\] refuses the orders that \[3\] signs/),
    expect.stringMatching(
      /^SIG-08: \[1\] rfc8785; \[4\] top-level\. \[1\] refuses an order with items that \[4\] signs/,
    ),
    expect.stringMatching(/^SIG-07: \[2\] der-hex; \[4\] compact-hex\. .*SIG-08: \[2\] rfc8785; \[4\] top-level/),
  ])
})
