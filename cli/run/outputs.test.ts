import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failingReport } from '../../reports/fixtures/report.ts'
import type { Services } from '../services.ts'
import { openTerminal } from '../terminal.test.support.ts'

const { evidence: _, ...failing } = failingReport
const certify: Services['certify'] = async () => ({ report: failing, exitCode: 1 })

afterEach(() => vi.unstubAllEnvs())

describe('run --output', () => {
  test('writes each format, whatever the exit code', async () => {
    const terminal = await openTerminal({ certify })
    const { code, err } = await terminal.run(
      ...'run --reference --role gateway --output junit=out/{role}.xml --output badge=badge.json'.split(' '),
    )
    expect(code).toBe(1)
    expect(err).toContain('junit: out/gateway.xml\nbadge: badge.json\n')
    expect(await readFile(join(terminal.folder, 'out/gateway.xml'), 'utf8')).toContain('<testsuites')
    expect(JSON.parse(await readFile(join(terminal.folder, 'badge.json'), 'utf8')).schemaVersion).toBe(1)
  })

  test('may also come from a variable or the config', async () => {
    const terminal = await openTerminal({ certify })
    const target = { baseUrl: 'http://127.0.0.1:1' }
    const config = { target, output: ['ctrf=ctrf.json', 'sarif=a.sarif'] }
    await mkdir(join(terminal.folder, 'set'))
    await writeFile(join(terminal.folder, 'set', 'oc.json'), JSON.stringify(config))
    await terminal.run('run', '--config', 'set/oc.json')
    expect((await readdir(join(terminal.folder, 'set'))).sort()).toEqual(['a.sarif', 'ctrf.json', 'oc.json'])
    vi.stubEnv('OC_CONFORMANCE_OUTPUT', 'junit=a.xml,markdown=a.md')
    await terminal.run('run', '--config', 'set/oc.json')
    expect((await readdir(terminal.folder)).sort()).toEqual(['a.md', 'a.xml', 'set'])
  })

  test('has a file for each of several targets', async () => {
    const terminal = await openTerminal({ certify })
    await terminal.run('run', '--reference', '--output', 'junit=out/{role}.xml')
    expect((await readdir(join(terminal.folder, 'out'))).sort()).toEqual([
      'gateway.xml',
      'kyc-production.xml',
      'kyc.xml',
      'merchant.xml',
    ])
  })

  test.each([
    ['--reference --role gateway --output junitt=a', /cannot be "junitt=a"/, /the formats are junit/],
    ['--reference --output junit=a.xml', /is one file for 4 reports/, /Put \{role\} into its name/],
    ['http://a.example --output junit=a --output sarif=a', /writes already/, /another name/],
    ['http://a.example --output har=conformance-report/report.json', /writes already/, /another name/],
    ['http://a.example --output junit=.', /is not a file/, /name of a file/],
    ['http://a.example --output junit=kept/x/a.xml', /cannot be written: .*kept is not a folder/, /another name/],
  ])('%s: the remedy and 2 before the run, and nothing is deleted', async (line, cause, remedy) => {
    const terminal = await openTerminal({ certify })
    await writeFile(join(terminal.folder, 'kept'), 'kept')
    const { code, out, err } = await terminal.run('run', ...line.split(' '), '--output', 'badge=kept')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(cause)
    expect(err).toMatch(remedy)
    expect(err).not.toContain('seed')
    expect(await readdir(terminal.folder)).toEqual(['kept'])
    expect(await readFile(join(terminal.folder, 'kept'), 'utf8')).toBe('kept')
  })

  test.runIf(process.platform === 'linux')('a folder in which no user can create a file', async () => {
    const terminal = await openTerminal({ certify })
    const { code, err } = await terminal.run('run', 'http://a.example', '--output', 'junit=/proc/a/a.xml')
    expect(code).toBe(2)
    expect(err).toContain('cannot be written: /proc cannot hold new files')
  })

  test('a file of an earlier run is deleted before the run', async () => {
    const terminal = await openTerminal({
      certify: async () => {
        throw new Error('it broke')
      },
    })
    await writeFile(join(terminal.folder, 'a.xml'), 'an old verdict')
    const { code } = await terminal.run('run', 'http://a.example', '--output', 'junit=a.xml')
    expect(code).toBe(4)
    expect(await readdir(terminal.folder)).toEqual([])
  })
})

describe('a job of GitHub', () => {
  test('gets the Markdown in its summary, and annotations', async () => {
    const terminal = await openTerminal({ certify })
    const summary = join(terminal.folder, 'summary.md')
    await writeFile(summary, 'before\n')
    vi.stubEnv('GITHUB_ACTIONS', 'true')
    vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
    const { out } = await terminal.run('run', 'http://a.example')
    expect(await readFile(summary, 'utf8')).toMatch(/^before\n## ✕ Non-conformant\n/)
    const [, token] = /^::stop-commands::(\S{36})\n/.exec(out) ?? []
    expect(token).toBeDefined()
    expect(out.split(`\n::${token}::\n`)[1]).toMatch(/^::error title=/)
  })

  test('with --json annotations are on standard error', async () => {
    const terminal = await openTerminal({ certify })
    vi.stubEnv('GITHUB_ACTIONS', 'true')
    const { out, err } = await terminal.run('run', 'http://a.example', '--json')
    expect(JSON.parse(out).verdict).toBe('non-conformant')
    expect(err).toMatch(/^::error title=/m)
  })

  test.runIf(process.platform === 'linux')('a summary that is a pipe does not block a run', async () => {
    const terminal = await openTerminal({ certify })
    const pipe = join(terminal.folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    vi.stubEnv('GITHUB_STEP_SUMMARY', pipe)
    const { code, err } = await terminal.run('run', 'http://a.example')
    expect(code).toBe(1)
    expect(err).toContain('cannot be written (not a regular file)')
  })

  test('a summary that is nearly full gets as much as fits, and one that cannot be written fails nothing', async () => {
    const terminal = await openTerminal({ certify })
    const summary = join(terminal.folder, 'summary.md')
    await writeFile(summary, `${'a'.repeat(1_048_576 - 501)}\n`)
    vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
    await terminal.run('run', 'http://a.example')
    const text = await readFile(summary)
    expect(text.length).toBeLessThanOrEqual(1_048_576)
    expect(text.toString()).toMatch(/\n\nThe rest is in the report\.\n$/)
    vi.stubEnv('GITHUB_STEP_SUMMARY', join(terminal.folder, 'none', 'summary.md'))
    const { code, err } = await terminal.run('run', 'http://a.example')
    expect(code).toBe(1)
    expect(err).toContain('GITHUB_STEP_SUMMARY')
  })
})
