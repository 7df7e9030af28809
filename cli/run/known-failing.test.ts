import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failingReport } from '../../reports/fixtures/report.ts'
import type { Report } from '../../schemas/messages.ts'
import { openTerminal, type Terminal } from '../terminal.test.support.ts'

const { evidence: _, ...failing } = failingReport
const checkIds = failing.checks.map(({ id }) => id)
const failed = failing.checks.filter(({ verdict }) => verdict === 'fail')
const expectedIds = failing.checks
  .filter(({ verdict }) => verdict === 'fail' || verdict === 'known')
  .map(({ id }) => id)

const open = (report: Report = failing): Promise<Terminal> =>
  openTerminal({
    certify: async () => ({ report, exitCode: 0 }),
    checks: async () =>
      checkIds.map(id => ({ id, title: id, clauses: ['CHECKOUT-01'], roles: ['gateway'], kind: 'clause' })),
  })

const write = ({ folder }: Terminal, name: string, text: string) => writeFile(join(folder, name), text)
const read = ({ folder }: Terminal, name: string) => readFile(join(folder, name), 'utf8')
const run = (terminal: Terminal, ...argv: string[]) => terminal.run('run', 'http://a.example', ...argv)

describe('run --write-known', () => {
  test.each(['known.yaml', 'known.json', 'known'])(
    'writes the failures to a new %s, which a run accepts',
    async name => {
      const terminal = await open()
      const { code, err } = await run(terminal, '--write-known', name)
      expect(code).toBe(0)
      expect(err).toContain(`${name}: ${expectedIds.length} added\n`)
      await run(terminal, '--known-failing', name)
      expect(terminal.settings().knownFailing).toEqual(expectedIds)
      expect(terminal.settings().knownFailures?.[0]).toMatchObject({ reason: failed[0]?.message })
      const before = await read(terminal, name)
      expect((await run(terminal, '--write-known', name)).err).toContain(`${name}: nothing to add\n`)
      expect(await read(terminal, name)).toBe(before)
    },
  )

  const [first] = failed
  test.each([
    ['lines', `# a remark\n${first?.id} # ours\nAUTH-01`],
    ['YAML', `# a remark\n- check: ${first?.id}\n  reason: ours # and more\n  owner: payments\n- AUTH-01\n`],
    ['YAML with a name', `# a remark\nknown:\n  - check: ${first?.id}\n    reason: ours\n  # between\n  - AUTH-01\n`],
    ['JSON', JSON.stringify([{ check: first?.id, reason: 'ours', expires: '2000-01-01' }, 'AUTH-01'], null, 2)],
    ['JSON with a name', JSON.stringify({ $schema: 'x', known: [{ check: first?.id, reason: 'ours' }, 'AUTH-01'] })],
  ])('keeps the entries, as %s', async (form, text) => {
    const terminal = await open()
    await write(terminal, 'known', text)
    await run(terminal, '--write-known', 'known')
    const written = await read(terminal, 'known')
    if (form.startsWith('JSON')) expect(JSON.stringify(JSON.parse(written))).toContain('"ours"')
    else expect(written.startsWith(text)).toBe(true)
    await run(terminal, '--known-failing', 'known')
    const ids = terminal.settings().knownFailures?.map(({ id }) => id)
    expect(ids?.toSorted()).toEqual([...new Set(['AUTH-01', ...expectedIds])].sort())
  })

  test('keeps entries of --known-failing that still fail, with their reasons', async () => {
    const terminal = await open()
    const entry = { clause: 'TRANSFER-10', reason: 'ours', owner: 'payments', link: 'https://a.example/1' }
    await write(terminal, 'old.json', JSON.stringify([entry, 'AUTH-01']))
    await run(terminal, '--known-failing', 'old.json', '--write-known', 'new.json')
    expect(JSON.parse(await read(terminal, 'new.json'))).toContainEqual(entry)
    expect(await read(terminal, 'new.json')).not.toContain('AUTH-01')
  })

  test('adds nothing for a check whose clauses are all listed', async () => {
    const terminal = await open()
    const clauses = [
      ...new Set(failing.checks.filter(({ id }) => expectedIds.includes(id)).flatMap(check => check.clauses)),
    ]
    await write(terminal, 'known', clauses.join('\n'))
    expect((await run(terminal, '--write-known', 'known')).err).toContain('known: nothing to add')
  })

  test.each([
    ['nonsense here\n', /known:1: "nonsense here" is neither/],
    ['- [\n', /known:\d+ is not YAML/],
  ])('a file that holds something else is 2 before the run: %j', async (text, message) => {
    const terminal = await open()
    await write(terminal, 'known', text)
    const { code, err, out } = await run(terminal, '--write-known', 'known')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(await read(terminal, 'known')).toBe(text)
  })

  test('a file that is not text stays as it is', async () => {
    const terminal = await open()
    const bytes = Buffer.from([0xff, 0xfe, 0x41])
    await writeFile(join(terminal.folder, 'known'), bytes)
    const { code, err } = await run(terminal, '--write-known', 'known')
    expect(code).toBe(2)
    expect(err).toContain('is not UTF-8 text')
    expect(await readFile(join(terminal.folder, 'known'))).toEqual(bytes)
  })

  test('a file of the report is 2 before the run', async () => {
    const terminal = await open()
    const { code, err } = await run(terminal, '--report', 'r', '--write-known', join('r', 'report.json'))
    expect(code).toBe(2)
    expect(err).toMatch(/^error: --write-known \S+report\.json is a file that the run writes already\./)
    expect(await readdir(terminal.folder)).toEqual([])
  })

  test('a folder is 2 before the run', async () => {
    const terminal = await open()
    const { code, err } = await run(terminal, '--write-known', '.')
    expect(code).toBe(2)
    expect(err).toContain('is not a file')
    expect(await readdir(terminal.folder)).toEqual([])
  })
})

describe('known failures of several targets', () => {
  const passing: Report = { ...failing, checks: failing.checks.map(check => ({ ...check, verdict: 'pass' })) }
  const openBoth = (reports: readonly Report[]) =>
    openTerminal({
      certifySideBySide: async (plans, _signal, onDone) => {
        for (const index of plans.keys()) onDone(index, { report: reports[index] ?? passing, exitCode: 0 })
      },
      checks: async () => [],
    })

  test('are kept if they fail at one of them', async () => {
    const terminal = await openBoth([failing])
    await write(terminal, 'known', 'CHECKOUT-04')
    const { code, err } = await terminal.run('run', '--reference', '--known-failing', 'known')
    expect({ code, isToRemove: err.includes('remove it') }).toEqual({ code: 0, isToRemove: false })
  })

  test('must be removed if they pass at every target', async () => {
    const terminal = await openBoth([])
    await write(terminal, 'known', '# orders\nCHECKOUT-04\nCALLBACK-01')
    const { code, err } = await terminal.run('run', '--reference', '--known-failing', 'known')
    expect(code).toBe(1)
    expect(err).toContain('known:2: CHECKOUT-04 passes: remove it.\nknown:3: CALLBACK-01 matches nothing: remove it.\n')
  })
})
