import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failingReport } from '../reports/fixtures/report.ts'
import { formatNames } from '../reports/formats/names.ts'
import type { Report } from '../schemas/messages.ts'
import { neutralIo, neutralJson, neutralMarkup, verbatim } from './neutral.ts'
import { openTerminal, plainIo, type Terminal } from './terminal.test.support.ts'

afterEach(() => vi.unstubAllEnvs())

const esc = String.fromCharCode(27)
const commands = [
  '##vso[task.setvariable variable=x]y',
  '##[error]y',
  "##teamcity[testFailed name='y']",
  '::error::y',
  '--- y',
  '+++ y',
  '~~~ y',
  '^^^ +++',
  `section_start:1560896352:y\r${esc}[0K`,
  `travis_fold:start:y\r${esc}[0K`,
  `${esc}[2J${esc}]8;;http://y${esc}\\${String.fromCharCode(0x9b)}31m`,
]
const separators = ['\n', '\r', '\r\n', ' \n \u00a0', 'x']
const evil = separators.flatMap(separator => commands.map(command => `${separator}${command}`)).join('')

/** The parts of a log that a CI system or terminal would execute. */
const carriedOut = (log: string): string[] =>
  [
    ...log.split(/\r\n|\n|\r/).filter(line => /^\s*::|^(---|\+\+\+|~~~|\^\^\^)/.test(line)),
    ...(log.match(/##[\w-]*\[|(?:section_start|travis_fold):\w/g) ?? []),
    ...(log.match(/[\p{Cc}--[\t\n]]/gv) ?? []),
  ].filter(found => !found.startsWith('::stop-commands::'))

/** Replaces every free text of a document with this text. */
const poisoned = <T>(value: T, text: string): T =>
  JSON.parse(JSON.stringify(value), (name, member) =>
    ['message', 'reason', 'actual', 'expected', 'name', 'title', 'where', 'reproduce', 'baseUrl', 'value'].includes(
      name,
    ) && typeof member === 'string'
      ? text
      : member,
  )

const { evidence: _evidence, ...failing } = failingReport
const finding = { name: evil, ok: false, severity: 'error' as const, message: evil, remedy: evil }
const report: Report = { ...poisoned<Report>(failing, evil), preflight: [finding] }
const [broken] = report.checks.filter(({ verdict }) => verdict === 'fail')

const open = async (): Promise<Terminal> => {
  const terminal = await openTerminal({
    certify: async ({ reportDir }, { onStart, onCheck, onWaiting, onReported }) => {
      onStart?.(1)
      for (const check of report.checks) onCheck?.(check)
      onWaiting?.([evil])
      onReported?.(evil)
      await mkdir(reportDir, { recursive: true })
      await writeFile(join(reportDir, 'exchanges.ndjson'), '')
      return { report: { ...report, evidence: { file: 'exchanges.ndjson', digest: '' } }, exitCode: 1 }
    },
    checks: async () =>
      report.checks.map(({ id }) => ({
        id,
        title: evil,
        clauses: ['CHECKOUT-01'],
        roles: ['gateway'],
        kind: 'clause',
      })),
  })
  const put = (name: string, value: object) => writeFile(join(terminal.folder, name), JSON.stringify(value))
  await put('a.json', { ...report, target: { ...report.target, baseUrl: 'http://127.0.0.1:1' } })
  await put('b.json', { ...report, verdict: 'incomplete', checks: report.checks.slice(1) })
  await put('evil.json', { target: { baseUrl: evil } })
  return terminal
}

describe('no CI system carries out the text of others', () => {
  const address = 'http://127.0.0.1:1'
  test.each<[string, ...string[]]>([
    ['run', address],
    ['run', address, '--json'],
    ['run', '--reference'],
    ['run', address, '--only', 'EVIL'],
    ['run', '--config', 'evil.json'],
    ['preflight', address],
    ['preflight', address, '--json'],
    ['replay', 'a.json', broken?.id ?? ''],
    ['replay', 'a.json', broken?.id ?? '', '--json'],
    ['replay', 'a.json', 'EVIL'],
    ['replay', 'b.json', broken?.id ?? ''],
    ['explain', 'EVIL'],
    ['explain', broken?.id ?? ''],
    ['report', 'diff', 'a.json', 'b.json'],
    ['report', 'diff', 'a.json', 'b.json', '--markdown'],
    ['report', 'diff', 'a.json', 'b.json', '--json'],
    ['report', 'verify', 'b.json'],
    ['report', 'verify', 'b.json', '--json'],
    ['report', 'merge', 'a.json', 'b.json'],
    ['report', 'matrix', 'a.json', 'b.json'],
    ['report', 'matrix', 'a.json', 'b.json', '--json'],
    ['report', 'matrix', 'a.json', 'b.json', '--to', 'html'],
    ['report', 'ambiguities', 'a.json', 'b.json'],
    ['report', 'ambiguities', 'a.json', 'b.json', '--json'],
    ...formatNames.map((name): [string, ...string[]] => ['report', 'render', 'a.json', '--to', name]),
    ['init', '--role', 'EVIL'],
    ['init', 'EVIL', '--role', 'kyc', '--ocid', '1'],
    ['clauses', '--role', 'EVIL'],
    ['serve', 'EVIL'],
    ['serve', 'kyc', '--fault', 'EVIL'],
    ['sign', '--config', 'evil.json'],
    ['sign', '--nonce', 'EVIL'],
    ['EVIL'],
  ])('%s %s %s %s', async (...words) => {
    // The output of these tests is such a log as well.
    const argv = words.map(word => (word === 'EVIL' ? evil : word))
    const terminal = await open()
    vi.stubEnv('GITHUB_ACTIONS', argv.includes('--reference') ? 'true' : '')
    const { out, err } = await terminal.run(...argv)
    expect((out + err).length).toBeGreaterThan(20)
    const own = (line: string) => /^::(error|warning|notice) title=|^::[0-9a-f-]{36}::$/.test(line)
    expect(carriedOut(out + err).filter(line => !(argv.includes('--reference') && own(line)))).toEqual([])
  })

  test('discover', { timeout: 60_000 }, async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ name: evil, config: { capabilities: ['kyc.grant', evil], publicKey: evil, endpoint: evil } }),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const argv of [[address], [address, '--json']]) {
      const { out, err } = await (await open()).run('discover', ...argv)
      expect(carriedOut(out + err)).toEqual([])
    }
    server.close()
  })
})

test('documents say the same in other escapes', () => {
  const value = { text: evil }
  const json = neutralJson(JSON.stringify(value))
  expect(carriedOut(json)).toEqual([])
  expect(JSON.parse(json)).toEqual(value)
  const markup = neutralMarkup(`<p>\n${commands.slice(0, 8).join('\n')}\n ::error::y</p>`)
  expect(carriedOut(markup)).toEqual([])
  const decoded = markup.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  expect(decoded).toBe(`<p>\n${commands.slice(0, 8).join('\n')}\n ::error::y</p>`)
})

test('a terminal keeps our own colours, and the sequence that clears its line', () => {
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  const io = neutralIo({ ...plainIo, out: print, err: print, isTerminal: { out: true, err: false } })
  const ours = `\r${esc}[2K${esc}[1;31mred${esc}[0m\n`
  io.out(ours)
  io.err(`${esc}[31mred`)
  io.out(`${esc}[2J\r`)
  io.out(verbatim('::error::ours\n'))
  expect(printed).toEqual([ours, '⟨U+001B⟩[31mred', '⟨U+001B⟩[2J⟨U+000D⟩', '::error::ours\n'])
})
