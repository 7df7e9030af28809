import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'cheerio'
import { validate } from 'ctrf'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { marked } from 'marked'
import type { Log } from 'sarif'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../schemas/messages.ts'
import { exchanges } from '../fixtures/exchanges.ts'
import { hostile, poisoned, withIds } from '../fixtures/hostile.ts'
import { conformantReport, failingReport } from '../fixtures/report.ts'
import { formats } from './index.ts'
import type { FormatName } from './names.ts'

const render = (name: FormatName, report: Report, evidence = exchanges): string =>
  formats[name].render(report, evidence)

const hostileReport = (text: string): Report => withIds(poisoned(failingReport, text), text)

const reports: [string, Report][] = [
  ['a failing report', failingReport],
  ['a conformant report', conformantReport],
  ...hostile.map((text): [string, Report] => [JSON.stringify(text), hostileReport(text)]),
]

const verdictCount = ({ checks }: Report, ...wanted: string[]): number =>
  checks.filter(({ verdict }) => wanted.includes(verdict)).length

const xmlOf = (text: string) =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: name => /^testcase$|^testsuite$/.test(name),
  }).parse(text)

describe('JUnit', () => {
  test.each(reports)('%s is well-formed, with a case for each check', (_, report) => {
    const text = render('junit', report)
    expect(XMLValidator.validate(text)).toBe(true)
    const { testsuites } = xmlOf(text)
    const cases = testsuites.testsuite.flatMap(({ testcase }: { testcase: object[] }) => testcase)
    expect(cases).toHaveLength(report.checks.length)
    expect(Number(testsuites.tests)).toBe(report.checks.length)
    expect(Number(testsuites.failures)).toBe(verdictCount(report, 'fail'))
    expect(Number(testsuites.errors)).toBe(verdictCount(report, 'blocked'))
    expect(Number(testsuites.skipped)).toBe(verdictCount(report, 'known', 'not-applicable', 'not-selected'))
  })

  test('a failure says how it was expected and how to repeat it', () => {
    const failed = failingReport.checks.find(({ verdict, reproduce }) => verdict === 'fail' && reproduce)
    expect(failed).toBeDefined()
    const text = render('junit', failingReport)
    expect(text).toContain(`type="${failed?.clauses.join(' ')}"`)
    expect(text).toContain('expected: ')
    expect(text).toContain('repeat: ')
  })
})

test.each(reports)(
  'SARIF: %s has a rule for each clause, and a result for each that is broken or blocked',
  (_, report) => {
    const log = JSON.parse(render('sarif', report)) as Log
    const [run] = log.runs
    expect(log.version).toBe('2.1.0')
    expect(run?.tool.driver.rules).toHaveLength(report.clauses.length)
    const shown = report.checks.filter(({ verdict }) => ['fail', 'known', 'warn', 'blocked'].includes(verdict))
    const expected = shown.flatMap(check => check.clauses.filter(id => report.clauses.some(clause => clause.id === id)))
    expect(run?.results?.map(({ ruleId }) => ruleId)).toEqual(expected)
    for (const { ruleId, ruleIndex = -1, kind, level } of run?.results ?? []) {
      expect(run?.tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId)
      expect(kind === 'fail' || level === 'none').toBe(true)
    }
    const prints = run?.results?.map(({ partialFingerprints }) => partialFingerprints?.['clauseAndCheck/v1'])
    expect(new Set(prints).size).toBe(
      new Set(shown.flatMap(({ id, clauses }) => clauses.map(clause => clause + id))).size,
    )
  },
)

/** The path of `sarif-multitool`, Microsoft's validator: it carries its own runtime, so the project does not depend on it. */
const validator = process.env.SARIF_MULTITOOL

describe.skipIf(validator === undefined)(
  `SARIF, by Microsoft's validator${validator === undefined ? ' (left out: SARIF_MULTITOOL names none)' : ''}`,
  () => {
    /** Validates all texts in one process, since each needs seconds to start. */
    const validate = async (...texts: string[]): Promise<string> => {
      const folder = await mkdtemp(join(tmpdir(), 'sarif-'))
      try {
        const files = texts.map((_, at) => join(folder, `report-${at}.sarif`))
        await Promise.all(files.map((file, at) => writeFile(file, texts[at] ?? '')))
        const { stdout } = await promisify(execFile)(validator ?? '', ['validate', ...files])
        return stdout
      } finally {
        await rm(folder, { recursive: true })
      }
    }

    test('no report has an error', { timeout: 60_000 }, async () => {
      const said = await validate(...reports.map(([, report]) => render('sarif', report)))
      expect(said).toContain(`${reports.length} files scanned`)
      expect(said).not.toMatch(/: error /)
    })

    test('a wrong member is an error, also among valid files', { timeout: 60_000 }, async () => {
      const text = render('sarif', failingReport)
      expect(await validate(text, text.replace('"results"', '"result"'))).toMatch(/report-1\.sarif.*: error /)
    })
  },
)

test.each(reports)('CTRF: %s fits the published schema', (_, report) => {
  const document = JSON.parse(render('ctrf', report))
  expect(validate(document)).toMatchObject({ valid: true })
  expect(document.results.summary).toMatchObject({
    tests: report.checks.length,
    failed: verdictCount(report, 'fail'),
    other: verdictCount(report, 'blocked'),
  })
})

const require = createRequire(import.meta.url)
const validHar: (document: unknown) => Promise<unknown> = require('har-validator').har

describe('HAR', () => {
  test('fits the published schema, with an entry for each exchange', async () => {
    const document = JSON.parse(render('har', failingReport))
    await expect(validHar(document)).resolves.toBeDefined()
    expect(document.log.entries).toHaveLength(exchanges.length)
    expect(document.log.entries[0].request.url).toBe(exchanges[0]?.request.url)
  })

  test('exchanges beyond the limits are left to the evidence file', () => {
    const [exchange] = exchanges
    if (!exchange) throw new Error('the fixture has an exchange')
    const body = 'x'.repeat(65_536)
    const long = { ...exchange, request: { ...exchange.request, body, bodyBytes: body.length } }
    const text = render(
      'har',
      failingReport,
      Array.from({ length: 25_000 }, () => long),
    )
    const { log } = JSON.parse(text)
    expect(text.length).toBeLessThan(80_000_000)
    expect(log.entries).toHaveLength(20_000)
    expect(log.comment).toContain('5000 more exchanges')
  })
})

describe('Markdown', () => {
  test('names verdict, counts and failures', () => {
    const text = render('markdown', failingReport)
    expect(text).toMatch(/^## ✕ Non-conformant$/m)
    expect(text).toMatch(/^\| ✕ fail \| /m)
    expect(text).toContain('### Failures')
  })

  test.each(hostile)('the text of a target stays text: %j', async text => {
    const page = load(await marked(render('markdown', hostileReport(text))))
    const tags = new Set(
      page('body *')
        .toArray()
        .map(({ tagName }) => tagName),
    )
    for (const tag of tags) expect('h2 h3 p table thead tbody tr th td ul li code strong'.split(' ')).toContain(tag)
  })
})

test.each([
  ['conformant', conformantReport],
  ['non-conformant', failingReport],
] as const)('the badge of a %s report', (verdict, report) => {
  const svg = render('badge', report)
  expect(XMLValidator.validate(svg)).toBe(true)
  expect(svg).toContain(`<title>oc-conformance gateway: ${verdict} `)
  expect(JSON.parse(formats.badge.variant?.render(report) ?? '')).toMatchObject({
    schemaVersion: 1,
    label: 'oc-conformance gateway',
  })
})
