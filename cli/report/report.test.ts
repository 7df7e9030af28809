import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTerminal, report } from '../terminal.test.support.ts'

const terminal = await openTerminal()
const put = (name: string, content: unknown) =>
  writeFile(join(terminal.folder, name), typeof content === 'string' ? content : JSON.stringify(content))

const observations = [{ clause: 'SIG-07', value: 'compact-hex' }]
await put('a.json', { ...report, observations })
await put('b.json', { ...report, target: { role: 'merchant', baseUrl: 'http://127.0.0.1:4011' }, observations })

describe('report ambiguities', () => {
  test('prints the open clauses for people', async () => {
    const { code, out, err } = await terminal.run('report', 'ambiguities', 'a.json', 'b.json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('[2] unnamed, merchant, http://127.0.0.1:4011, conformant (b.json)')
    expect(out).toContain('= encoding: compact-hex [1] [2]')
  })

  test('--json prints the same for programs', async () => {
    const { code, out } = await terminal.run('report', 'ambiguities', '--json', 'a.json', 'b.json')
    const found = JSON.parse(out)
    expect(code).toBe(0)
    expect(Object.keys(found)).toEqual(['version', 'register', 'implementations', 'incompatibilities', 'ambiguities'])
    expect(found.ambiguities.find(({ clause }: { clause: string }) => clause === 'SIG-07')).toMatchObject({
      agreement: 'alike',
      observed: [
        {
          observable: 'encoding',
          choices: [{ value: 'compact-hex', by: [{ implementation: 1 }, { implementation: 2 }] }],
        },
      ],
    })
  })

  test('accepts the folder of a run instead of the report in it', async () => {
    await mkdir(join(terminal.folder, 'run'), { recursive: true })
    await put('run/report.json', { ...report, verdict: 'incomplete' })
    const { code, out } = await terminal.run('report', 'ambiguities', 'run')
    expect(code).toBe(0)
    expect(out).toContain('(run/report.json)')
    expect(out).toContain('It is incomplete')
  })
})

describe('report matrix', () => {
  test('prints which targets can work together', async () => {
    const { code, out, err } = await terminal.run('report', 'matrix', 'a.json', 'b.json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('gateway [1] and merchant [2]: in doubt\n      It is not known how [1] signs.')
    expect(out.indexOf('Same choice: 1')).toBeGreaterThan(out.indexOf('Dialects'))
  })

  test('--json prints the same for programs', async () => {
    const { out } = await terminal.run('report', 'matrix', '--json', 'a.json', 'b.json')
    expect(Object.keys(JSON.parse(out))).toEqual([
      'version',
      'register',
      'implementations',
      'pairs',
      'clauses',
      'dialects',
      'ambiguities',
    ])
  })

  test('--output writes a page, or what --to or the ending of the name asks for', async () => {
    const files = [
      [['--output', 'out/m.html'], '<!doctype html>'],
      [['--output', 'm.json'], '{'],
      [['--output', 'm.txt', '--to', 'text'], '\n'],
    ] as const
    for (const [argv, start] of files) {
      const ran = await terminal.run('report', 'matrix', 'a.json', 'b.json', ...argv)
      expect(ran).toEqual({ code: 0, out: '', err: '' })
      expect((await readFile(join(terminal.folder, argv[1]), 'utf8')).startsWith(start)).toBe(true)
    }
    expect((await terminal.run('report', 'matrix', 'a.json', '--to', 'html')).out).toMatch(/^<!doctype html>/)
  })

  test.each([
    [['--to', 'pdf'], /Expected one of text, html, json|one of text, html, json/],
    [['--json', '--to', 'html'], /--json and --to html exclude each other\./],
    [['--output', 'a.json/m.html'], /m\.html cannot be written/],
  ])('%j: the remedy, and 2', async (argv, cause) => {
    const { code, out, err } = await terminal.run('report', 'matrix', 'a.json', ...argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(cause)
  })
})

describe('a file that is not a report: the remedy, and 2', () => {
  test.each([
    ['absent.json', /the report .*absent\.json does not exist\./, 'Is the path right?'],
    ['broken.json', /broken\.json is not JSON: line 1, column 2\./, /Correct the text there/],
    ['list.json', 'list.json is not a report.', /Give the report\.json of a run/],
    ['config.json', 'config.json is not a report.', /Give the report\.json of a run/],
    ['two.json', 'two.json is not of version 1, the one that this oc-conformance reads.', /wrote it/],
    ['poor.json', /poor\.json: .*verdict/, 'schemas/report.schema.json describes the format.'],
    ['bytes.json', /bytes\.json is not UTF-8 text\./, 'Save it as UTF-8.'],
    ['empty', /the report .*report\.json does not exist\./, 'Is the path right?'],
    ['a.json a.json', 'the report a.json is given twice.', 'Give each report once.'],
    ['a.json ./a.json', 'the report a.json is given twice.', 'Give each report once.'],
    ['a.json copy.json', 'the reports a.json and copy.json are the same.', 'Give each report once.'],
    ['a.json link.json', 'the reports a.json and link.json are the same.', 'Give each report once.'],
  ])('%s', async (names, cause, remedy) => {
    await mkdir(join(terminal.folder, 'empty'), { recursive: true })
    await put('broken.json', '{')
    await put('list.json', [report])
    await put('config.json', { target: {}, identities: {} })
    await put('two.json', { ...report, version: 2 })
    await put('poor.json', { ...report, verdict: 'splendid' })
    await writeFile(join(terminal.folder, 'bytes.json'), Uint8Array.of(0xff, 0xfe))
    await writeFile(join(terminal.folder, 'copy.json'), await readFile(join(terminal.folder, 'a.json')))
    await symlink('a.json', join(terminal.folder, 'link.json')).catch(() => undefined)
    const { code, out, err } = await terminal.run('report', 'ambiguities', ...names.split(' '))
    const [first = '', second] = err.split('\n')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(first).toMatch(cause)
    expect(second).toMatch(remedy)
  })

  test('no report, no subcommand, and an unknown subcommand', async () => {
    const runs = await Promise.all(
      [
        ['report', 'ambiguities'],
        ['report', 'frobnicate'],
      ].map(argv => terminal.run(...argv)),
    )
    expect(runs.map(({ code }) => code)).toEqual([2, 2])
    expect(runs[0]?.err).toContain("missing required argument 'report'")
    expect((await terminal.run('report')).code).toBe(2)
  })
})
