import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import { freePort } from '../../sandbox/free-port.ts'
import type { Certified } from '../processes/messages.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { certifySideBySide } from './side-by-side.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-side-by-side-'))
})
afterAll(() => rm(folder, { recursive: true }))

const planFor = (reference: Role, changes: Partial<RunSettings> = {}) => ({
  settings: { ...plainSettings, reference, only: ['META-01'], reportDir: join(folder, reference), ...changes },
  hooks: {},
})

const never = new AbortController().signal

test('targets whose counterparts share a port are certified one by one, the others side by side', async () => {
  const port = await freePort()
  const counterpart = {
    listen: { host: '127.0.0.1', port },
    publicUrl: `http://127.0.0.1:${port}`,
    callbackUrl: 'https://requester.example/callback',
  }
  const done: Certified[] = []
  const plans = [planFor('kyc', { counterpart }), planFor('merchant', { counterpart }), planFor('gateway')]
  await certifySideBySide(plans, never, (index, certified) => {
    done[index] = certified
  })
  expect(done.map(({ report, exitCode }) => [report.target.role, report.verdict, exitCode])).toEqual([
    ['kyc', 'partial', 0],
    ['merchant', 'partial', 0],
    ['gateway', 'partial', 0],
  ])
}, 120_000)

test('an interrupt ends every run with an incomplete report, also those that have not started', async () => {
  const verdicts: unknown[] = []
  const roles = ['kyc', 'merchant', 'gateway'] as const
  await certifySideBySide(
    roles.map(role => planFor(role)),
    AbortSignal.abort(),
    (index, { report, exitCode }) => {
      verdicts[index] = [report.verdict, exitCode]
    },
  )
  expect(verdicts).toEqual(roles.map(() => ['incomplete', 3]))
  const reports = await Promise.all(roles.map(role => readFile(join(folder, role, 'report.json'), 'utf8')))
  expect(reports.map(text => JSON.parse(text).target.role)).toEqual(roles)
}, 120_000)

test('a run that cannot be carried out ends the others, and its error names the remedy', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const plans = [planFor('merchant', { reportDir: join(file, 'below') }), planFor('kyc')]
  const verdicts: string[] = []
  const run = certifySideBySide(plans, never, (_index, { report }) => verdicts.push(report.verdict))
  await expect(run).rejects.toMatchObject({ name: 'UsageError', remedy: 'Give --report another folder.' })
  expect(verdicts).toEqual(['incomplete'])
}, 120_000)

/** The processes that this one has started. */
const children = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(text => text.includes('certify-here'))
    .map(text => Number.parseInt(text, 10))

test.runIf(process.platform === 'linux').each([
  ['of a target', {}],
  ['of a worker', { workers: 2, only: [] }],
])(
  'a process %s that the system ends leaves an incomplete report',
  async (_, changes) => {
    const plan = planFor('kyc', {
      only: [],
      reportDir: join(folder, `lost-${Object.keys(changes).length}`),
      ...changes,
    })
    const done: Certified[] = []
    const onCheck = () => {
      for (const pid of children()) process.kill(pid, 'SIGKILL')
    }
    const plans = 'workers' in changes ? [plan] : [plan, planFor('merchant')]
    await certifySideBySide([{ ...plan, hooks: { onCheck } }, ...plans.slice(1)], never, (index, certified) => {
      done[index] = certified
    })
    expect(done[0]).toMatchObject({ exitCode: 3, report: { verdict: 'incomplete' }, trouble: { name: 'MachineError' } })
    const written = JSON.parse(await readFile(join(plan.settings.reportDir, 'report.json'), 'utf8'))
    expect(written.verdict).toBe('incomplete')
  },
  120_000,
)
