import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { openTerminal } from '../cli/terminal.test.support.ts'
import { type put, removeAll, shardsOf } from '../engine/report/merge/merge.test.support.ts'
import { knownFailuresIn } from '../engine/settings/known-failing/known-failing.ts'
import { documents } from './documents.ts'

afterEach(() => vi.unstubAllEnvs())
afterAll(removeAll)

const text = documents().find(({ name }) => name === 'docs/ci.md')?.text ?? ''
const examples = [...text.matchAll(/```yaml\n(.*?)```/gs)].flatMap(([, yaml = '']) =>
  parseAllDocuments(yaml, { strict: true }).map(document => {
    expect(document.errors).toEqual([])
    return document.toJS()
  }),
)
const matrix = examples.find(example => example.jobs?.shard)
const indexed = examples.find(example => example.kind === 'Job')

test('the known failures are read as they are written', async () => {
  const [yaml = ''] = [...text.matchAll(/```yaml\n(- clause.*?)```/gs)].map(([, block = '']) => block)
  const now = new Date('2026-12-01')
  expect(await knownFailuresIn(yaml, 'known.yaml', { checkIds: [], now })).toMatchObject([
    { id: 'CHECKOUT-04', owner: 'payments', expires: '2027-01-31', isExpired: false },
  ])
})

/** Returns the arguments of the command, as a shell reads them. */
const argumentsIn = async (command: string, cwd: string, env: Record<string, string> = {}): Promise<string[]> => {
  const printed = command.replace(/^(npx --no )?oc-conformance /, `printf '%s\\n' `)
  const { stdout } = await promisify(execFile)('sh', ['-c', printed], { cwd, env: { ...process.env, ...env } })
  return stdout.trimEnd().split('\n')
}

const commandOf = (job: { steps: { run?: string }[] }) =>
  job.steps.flatMap(({ run }) => (run?.includes('oc-conformance') ? [run] : [])).join('')

test('each job of the matrix runs its shard, and the last one merges them all', async () => {
  const { shard, merge } = matrix.jobs
  const shards: number[] = shard.strategy.matrix.shard
  const terminal = await openTerminal()
  for (const index of shards) {
    const command = commandOf(shard)
      .replaceAll('${{ matrix.shard }}', String(index))
      .replaceAll('${{ strategy.job-total }}', String(shards.length))
    await terminal.run(...(await argumentsIn(command, terminal.folder)), '--reference', '--role', 'kyc')
    expect(terminal.settings()).toMatchObject({
      seed: 42,
      shard: { index, of: shards.length },
      reportDir: join(terminal.folder, shard.steps.at(-1).with.path),
    })
  }
  expect(merge.needs).toBe('shard')
  await Promise.all(
    shardsOf(shards.length).map((run, index) => putAt(join(terminal.folder, 'shards', `shard-${index + 1}`), run)),
  )
  const { code, out } = await terminal.run(...(await argumentsIn(commandOf(merge), terminal.folder)))
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('NON-CONFORMANT') })
  expect(await readdir(join(terminal.folder, 'conformance-report'))).toContain('report.json')
})

const putAt = async (folder: string, run: Parameters<typeof put>[0]) => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'report.json'), JSON.stringify(run.report))
  await writeFile(join(folder, 'exchanges.ndjson'), run.lines)
}

test('each pod of the Indexed Job runs its shard into its own folder', async () => {
  const { completions, completionMode, template } = indexed.spec
  expect(completionMode).toBe('Indexed')
  const [{ env, command }] = template.spec.containers
  const terminal = await openTerminal()
  for (const { name, value } of env) vi.stubEnv(name, value)
  const shards: unknown[] = []
  for (let index = 0; index < completions; index++) {
    vi.stubEnv('JOB_COMPLETION_INDEX', String(index))
    await terminal.run(...(await argumentsIn(command[2], terminal.folder)), '--reference', '--role', 'kyc')
    const { seed, shard, reportDir } = terminal.settings()
    shards.push({ seed, ...shard, reportDir })
  }
  expect(shards).toEqual(
    [1, 2, 3].map(index => ({ seed: 42, index, of: completions, reportDir: `/reports/${index - 1}` })),
  )
})
