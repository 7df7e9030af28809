import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckOutcome, Report } from '../schemas/messages.ts'
import { openTerminal, report } from './terminal.test.support.ts'

const failed: CheckOutcome = {
  id: 'checkout/one',
  title: 'one',
  clauses: ['CHECKOUT-01'],
  verdict: 'fail',
  message: 'the order was accepted — for "order-4f2a91"',
  expected: '400 ORDER_EXPIRED',
  actual: '200',
  counterexample: { seed: 5, path: '3:1', value: 'x' },
}

const passed: CheckOutcome = { ...failed, id: 'checkout/two', verdict: 'pass' }
const blockedCheck: CheckOutcome = { ...failed, id: 'checkout/three', verdict: 'blocked', reason: 'no key' }

const earlier: Report = {
  ...report,
  run: {
    ...report.run,
    seed: 42,
    depth: 'quick',
    // A member of earlier reports that nothing reads.
    repeat: ['http://127.0.0.1:4010', '--ocid', '1001', '--max-rps', '9'],
  },
  checks: [failed, passed, blockedCheck],
}

/** Opens a terminal whose folder contains an earlier report; a new run ends with `now`. */
const terminalAfter = async (now: Partial<CheckOutcome> = {}, exitCode = 1, run: Partial<Report['run']> = {}) => {
  const terminal = await openTerminal({
    checks: async () =>
      earlier.checks.map(({ id, title }) => ({ id, title, clauses: [], roles: ['gateway'], kind: 'clause' })),
    certify: async ({ reportDir }) => {
      await mkdir(reportDir, { recursive: true })
      await writeFile(join(reportDir, 'exchanges.ndjson'), '')
      const evidence = { file: 'exchanges.ndjson', digest: '' }
      const checks = [{ ...failed, ...now }]
      return { report: { ...report, run: { ...report.run, ...run }, evidence, checks }, exitCode }
    },
  })
  await mkdir(join(terminal.folder, 'then'))
  await writeFile(join(terminal.folder, 'then', 'report.json'), JSON.stringify(earlier))
  return terminal
}

describe('replay', () => {
  test.skipIf(process.platform === 'win32')(
    'a folder beside the report that leads elsewhere is not written into',
    async () => {
      const terminal = await terminalAfter()
      await mkdir(join(terminal.folder, 'mine'))
      await symlink(join(terminal.folder, 'mine'), join(terminal.folder, 'then', 'replay'))
      const { code, err } = await terminal.run('replay', 'then', 'checkout/one', 'http://127.0.0.1:4010')
      expect(code).toBe(2)
      expect(err).toBe('error: then/replay is a link to another folder.\nName the folder with --report.\n')
      expect(() => terminal.settings()).toThrow('nothing was certified')
    },
  )

  test('runs only the check, with its original seed, depth and counterexample, at the current target', async () => {
    const terminal = await terminalAfter()
    const argv = ['replay', 'then', 'checkout/one', 'http://127.0.0.1:4010', '--ocid', '1001', '--max-rps', '3']
    expect((await terminal.run(...argv)).code).toBe(1)
    expect(terminal.settings()).toMatchObject({
      target: { baseUrl: 'http://127.0.0.1:4010', role: 'gateway', ocid: 1001, environment: 'test' },
      only: ['checkout/one'],
      seed: 42,
      depth: 'quick',
      maxRps: 3,
      counterexample: { seed: 5, path: '3:1', value: 'x' },
      reportDir: join(terminal.folder, 'then', 'replay'),
    })
  })

  test.each<[string, Partial<CheckOutcome>, string, number]>([
    ['the same, for another value', { message: 'the order was accepted — for "order-77b0c2"' }, 'FAILED', 1],
    ['another status', { actual: '500' }, 'DIFFERENT', 1],
    ['blocked', { verdict: 'blocked', reason: 'no response' }, 'DIFFERENT', 1],
    ['a pass', { verdict: 'pass' }, 'FIXED', 0],
  ])('%s', async (_, now, result, code) => {
    const terminal = await terminalAfter(now)
    const ran = await terminal.run('replay', 'then', 'checkout/one')
    expect({ code: ran.code, result: ran.out.trimEnd().split('\n').at(-1) }).toEqual({ code, result })
    const json = await terminal.run('replay', 'then', 'checkout/one', '--json')
    expect(JSON.parse(json.out)).toMatchObject({ check: 'checkout/one', result })
  })

  test('a run that the preflight stopped says so, and judges nothing', async () => {
    const terminal = await terminalAfter({ verdict: 'blocked' }, 2)
    const { code, out } = await terminal.run('replay', 'then', 'checkout/one')
    expect(code).toBe(2)
    expect(out).not.toMatch(/FAILED|FIXED|DIFFERENT/)
  })

  test.each<Partial<Report['run']>>([{ interrupted: true }, { stopped: 3 }])(
    'a run that could not continue is incomplete, and no difference: %j',
    async run => {
      const terminal = await terminalAfter({ verdict: 'blocked', reason: 'the run was interrupted before it' }, 3, run)
      const { code, out } = await terminal.run('replay', 'then', 'checkout/one')
      expect(code).toBe(3)
      expect(out).not.toMatch(/FAILED|FIXED|DIFFERENT/)
      expect(() => JSON.parse(out)).toThrow()
      const json = await terminal.run('replay', 'then', 'checkout/one', '--json')
      expect(json.code).toBe(3)
      expect(JSON.parse(json.out)).toMatchObject({ exitCode: 3 })
    },
  )

  test.each([
    { path: 'x:y' },
    { path: '99999999999' },
    { path: `0${':0'.repeat(1_000)}` },
    { path: '0', seed: 2 ** 40 },
  ])('a counterexample that leads to no value is refused: %j', async changes => {
    const terminal = await terminalAfter()
    const counterexample = { seed: 5, value: 'x', ...changes }
    const changed = { ...earlier, checks: [{ ...failed, counterexample }] }
    await writeFile(join(terminal.folder, 'then', 'report.json'), JSON.stringify(changed))
    const { code, err } = await terminal.run('replay', 'then', 'checkout/one')
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('leads to a value') })
  })

  test.each([
    ['checkout/on', 'error: the report has no check "checkout/on".\nDid you mean checkout/one?\n'],
    ['checkout/two', 'error: checkout/two did not fail in the report: pass.\nThese failed there: checkout/one.\n'],
  ])('%s is refused', async (id, err) => {
    const terminal = await terminalAfter()
    expect(await terminal.run('replay', 'then', id)).toEqual({ code: 2, out: '', err })
  })
})

describe('run --failed', () => {
  test('tries the checks that failed or were blocked, at the original target', async () => {
    const terminal = await terminalAfter()
    await terminal.run('run', '--failed', 'then')
    expect(terminal.settings()).toMatchObject({
      target: { baseUrl: 'http://127.0.0.1:4010' },
      only: ['checkout/one', 'checkout/three'],
      seed: 42,
      reportDir: join(terminal.folder, 'conformance-report'),
    })
  })

  test('at its target, with another seed', async () => {
    const terminal = await terminalAfter()
    await terminal.run('run', 'http://127.0.0.1:4010/', '--failed', 'then', '--seed', '1')
    expect(terminal.settings()).toMatchObject({ target: { baseUrl: 'http://127.0.0.1:4010' }, seed: 1 })
  })

  test('of the bundled reference, with its role', async () => {
    const terminal = await terminalAfter()
    await terminal.run('run', '--reference', '--failed', 'then')
    expect(terminal.settings()).toMatchObject({ reference: 'gateway', only: ['checkout/one', 'checkout/three'] })
    expect(terminal.settings().target).toBeUndefined()
  })

  test('a report without a failure, and --only, are refused', async () => {
    const terminal = await terminalAfter()
    await writeFile(join(terminal.folder, 'green.json'), JSON.stringify({ ...earlier, checks: [passed] }))
    expect((await terminal.run('run', '--failed', 'green.json')).err).toContain('nothing failed, warned or was blocked')
    expect((await terminal.run('run', '--failed', 'then', '--only', 'AUTH-01')).code).toBe(2)
  })
})
