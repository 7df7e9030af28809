import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { services } from '../../cli/services.ts'
import { openTerminal } from '../../cli/terminal.test.support.ts'
import { certify } from '../../engine/run.ts'
import { kycMutants } from '../../implementations/mutants/kyc/index.ts'
import { freePort } from '../../sandbox/free-port.ts'
import { type Served, serveReference } from '../../sandbox/serve.ts'
import type { Report } from '../../schemas/messages.ts'

const served: Served[] = []
afterAll(() => Promise.all(served.map(({ close }) => close())))

/** Starts the provisioned KYC provider at a port, with or without a planted fault. */
const serve = async (folder: string, port: number, fault?: string): Promise<Served> => {
  const provisioning = JSON.parse(await readFile(join(folder, 'provisioning.json'), 'utf8'))
  const kyc = kycMutants.find(({ name }) => name === fault)?.policies ?? {}
  const running = await serveReference({ roles: ['kyc'], port, provisioning, policies: { kyc } })
  served.push(running)
  return running
}

type Trial = { check: string; fault: string; depth: 'quick' | 'standard' }

/** Makes a check fail on a planted fault. Returns its outcome, and a function that replays it. */
const failOn = async ({ check, fault, depth }: Trial) => {
  const terminal = await openTerminal({ certify, checks: services.checks })
  const [port, own] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${port}`
  await terminal.run('init', address, '--role', 'kyc', '--ocid', '1003', '--listen', `127.0.0.1:${own}`)
  const faulty = await serve(terminal.folder, port, fault)
  const first = await terminal.run('run', '--only', check, '--seed', '7', '--depth', depth)
  expect(first.code, first.err + first.out).toBe(1)
  await faulty.close()
  const file = join(terminal.folder, 'conformance-report', 'report.json')
  const readReport = async (): Promise<Report> => JSON.parse(await readFile(file, 'utf8'))
  const [failed] = (await readReport()).checks.filter(({ verdict }) => verdict === 'fail')
  expect(failed?.id).toBe(check)
  const replayed = async (other?: string) => {
    const running = await serve(terminal.folder, port, other)
    const { code, out } = await terminal.run('replay', 'conformance-report', check)
    await running.close()
    return { code, result: out.trimEnd().split('\n').at(-1), out }
  }
  return { terminal, failed, replayed, readReport }
}

test('a failure is replayed with the same fault, with another, and without', async () => {
  const fault = 'state is trimmed'
  const check = 'callback-query/state-comes-back-unchanged'
  const { terminal, failed, replayed, readReport } = await failOn({ check, fault, depth: 'quick' })
  expect(failed?.counterexample?.value).toMatch(/^\s|\s$/)
  const report = await readReport()
  const again = await replayed(fault)
  expect(again).toMatchObject({ code: 1, result: 'FAILED' })
  expect(again.out).toContain('> GET ')
  expect(terminal.settings()).toMatchObject({ seed: 7, depth: 'quick', counterexample: failed?.counterexample })
  expect(await replayed('state is there although none was given')).toMatchObject({ code: 0, result: 'FIXED' })
  expect(await replayed()).toMatchObject({ code: 0, result: 'FIXED' })
  expect(await readReport()).toEqual(report)
}, 120_000)

test('a failed series is reported with its steps, and replayed', async () => {
  const fault = 'decisions on the same page add up'
  const check = 'kyc-flow/exactly-the-decision-over-any-series-of-requests'
  const { failed, replayed } = await failOn({ check, fault, depth: 'standard' })
  const { steps = [] } = failed?.counterexample ?? {}
  expect(steps.length).toBeLessThanOrEqual(3)
  expect(steps.at(-1)).toMatch(/the user grants/)
  expect(await replayed(fault)).toMatchObject({ code: 1, result: 'FAILED' })
  expect(await replayed()).toMatchObject({ code: 0, result: 'FIXED' })
}, 120_000)
