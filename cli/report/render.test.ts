import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import { exchanges } from '../../reports/fixtures/exchanges.ts'
import { failingReport } from '../../reports/fixtures/report.ts'
import { openTerminal, report } from '../terminal.test.support.ts'

const terminal = await openTerminal()
const evidence = exchanges.map(exchange => `${JSON.stringify(exchange)}\n`).join('')
const put = async (name: string, lines = evidence, digest = sha256Hex(evidence)) => {
  await mkdir(join(terminal.folder, name), { recursive: true })
  const document = { ...failingReport, evidence: { file: 'exchanges.ndjson', digest } }
  await writeFile(join(terminal.folder, name, 'report.json'), JSON.stringify(document))
  await writeFile(join(terminal.folder, name, 'exchanges.ndjson'), lines)
}
await put('run')

const odd = { toString: 1 }
const message = { headers: [], bodyBytes: 0 }
const notExchanges = [
  { id: odd },
  { check: odd },
  { ms: '1' },
  { at: odd },
  { direction: 'up' },
  { request: null },
  { request: { ...message, method: odd, url: 'http://a.example' } },
  { request: { ...message, method: 'GET', url: odd } },
  { request: { ...message, method: 'GET', url: 'http://a.example', headers: 5 } },
  { request: { ...message, method: 'GET', url: 'http://a.example', headers: [['a']] } },
  { response: { ...message, status: odd } },
  { response: { ...message, status: 200, headers: [[odd, 'a']] } },
  { response: { ...message, status: 200, body: odd } },
  { error: odd },
  { signed: {} },
  { signed: [{ canonical: odd }] },
  { omitted: 1 },
]

describe('report render', () => {
  test('prints one format', async () => {
    const { code, out } = await terminal.run('report', 'render', 'run', '--to', 'junit')
    expect(code).toBe(0)
    expect(out).toMatch(/^<\?xml version="1.0"/)
  })

  test('writes several formats to a folder, and one to a file', async () => {
    const { code } = await terminal.run('report', 'render', 'run', '--to', 'sarif,har,html,badge', '--output', 'out')
    expect(code).toBe(0)
    expect((await readdir(join(terminal.folder, 'out'))).sort()).toEqual([
      'badge.svg',
      'exchanges.har',
      'report.html',
      'report.sarif',
    ])
    await terminal.run('report', 'render', 'run', '--to', 'badge', '--output', 'badge.json')
    expect(JSON.parse(await readFile(join(terminal.folder, 'badge.json'), 'utf8'))).toMatchObject({ schemaVersion: 1 })
  })

  test.each([
    ['run --to junitt', /there is no format "junitt"/, /Did you mean junit\?/],
    ['run', /--to is missing/, /Expected one of junit/],
    ['run --to junit,har', /do not fit on standard output/, /--output/],
    ['run --to junit --output run/report.json/x', /cannot be written/, /another name/],
  ])('%s: the remedy, and 2', async (line, cause, remedy) => {
    const { code, err } = await terminal.run('report', 'render', ...line.split(' '))
    expect(code).toBe(2)
    expect(err).toMatch(cause)
    expect(err).toMatch(remedy)
  })

  test.each([
    ['changed', evidence.replace('200', '201'), /its digest differs/],
    ['cut', evidence.slice(0, -40), /a line of it is not an exchange/],
    ['with a line that is too long', `"${'x'.repeat(70_000_000)}"\n`, /longer than any that a run writes/],
  ])('evidence that was %s', async (name, lines, cause) => {
    await put(name, lines)
    const { code, err } = await terminal.run('report', 'render', name, '--to', 'har')
    expect(code).toBe(2)
    expect(err).toMatch(cause)
  })

  test.each(notExchanges)('evidence from elsewhere, whose digest fits, with %j in an exchange', async changes => {
    const lines = exchanges.map(exchange => `${JSON.stringify({ ...exchange, ...changes })}\n`).join('')
    await put('foreign', lines, sha256Hex(lines))
    for (const format of ['har', 'html']) {
      const { code, err } = await terminal.run('report', 'render', 'foreign', '--to', format)
      expect({ format, code }).toEqual({ format, code: 2 })
      expect(err).toContain('a line of it is not an exchange')
    }
  })
})

describe('report diff', () => {
  const write = (name: string, document: object) => writeFile(join(terminal.folder, name), JSON.stringify(document))

  test('exits with 1 if something got worse, and with 0 if not', async () => {
    await write('before.json', { ...report, clauses: [{ id: 'PAGE-01', level: 'must', verdict: 'pass', checks: [] }] })
    await write('after.json', { ...report, clauses: [{ id: 'PAGE-01', level: 'must', verdict: 'fail', checks: [] }] })
    const worse = await terminal.run('report', 'diff', 'before.json', 'after.json')
    expect(worse).toMatchObject({ code: 1, out: expect.stringContaining('PAGE-01: pass → fail') })
    const better = await terminal.run('report', 'diff', 'after.json', 'before.json', '--json')
    expect(better.code).toBe(0)
    expect(JSON.parse(better.out).clauses.fixed).toHaveLength(1)
    expect((await terminal.run('report', 'diff', 'after.json', 'after.json')).code).toBe(0)
  })

  test('refuses reports of two roles', async () => {
    await write('gateway.json', report)
    await write('kyc.json', { ...report, target: { ...report.target, role: 'kyc' } })
    const { code, err } = await terminal.run('report', 'diff', 'gateway.json', 'kyc.json')
    expect(code).toBe(2)
    expect(err).toContain('Compare two reports of one role.')
  })
})
