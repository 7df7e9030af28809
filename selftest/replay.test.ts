import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { services } from '../cli/services.ts'
import { openTerminal } from '../cli/terminal.test.support.ts'
import { certify } from '../engine/run.ts'
import { freePort } from '../reference/serve/free-port.ts'
import { type Served, serveReference } from '../reference/serve/serve.ts'
import type { Report } from '../schemas/messages.ts'
import { callbackQueryMutants } from './mutants/kyc/callback/query.ts'

const check = 'callback-query/state-comes-back-unchanged'
const served: Served[] = []
afterAll(() => Promise.all(served.map(({ close }) => close())))

/** Starts the KYC provider at a port, as its operator provisioned it, with a planted fault or without. */
const serve = async (folder: string, port: number, fault?: string): Promise<Served> => {
  const provisioning = JSON.parse(await readFile(join(folder, 'provisioning.json'), 'utf8'))
  const kyc = callbackQueryMutants.find(({ name }) => name === fault)?.policies ?? {}
  const running = await serveReference({ roles: ['kyc'], port, provisioning, policies: { kyc } })
  served.push(running)
  return running
}

test('a failure is replayed: the same fault, another one, none', async () => {
  const terminal = await openTerminal({ certify, checks: services.checks })
  const [port, own] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${port}`
  await terminal.run('init', address, '--role', 'kyc', '--ocid', '1003', '--listen', `127.0.0.1:${own}`)
  const replayed = async (fault?: string) => {
    const running = await serve(terminal.folder, port, fault)
    const { code, out } = await terminal.run('replay', 'conformance-report', check)
    await running.close()
    return { code, result: out.trimEnd().split('\n').at(-1), out }
  }

  const faulty = await serve(terminal.folder, port, 'state is trimmed')
  const first = await terminal.run('run', '--only', check, '--seed', '7', '--depth', 'quick')
  expect(first.code, first.err + first.out).toBe(1)
  await faulty.close()
  const file = join(terminal.folder, 'conformance-report', 'report.json')
  const report: Report = JSON.parse(await readFile(file, 'utf8'))
  const [failed] = report.checks.filter(({ verdict }) => verdict === 'fail')
  expect(failed?.id).toBe(check)
  expect(failed?.counterexample?.value).toMatch(/^\s|\s$/)

  const again = await replayed('state is trimmed')
  expect(again).toMatchObject({ code: 1, result: 'FAILED' })
  expect(again.out).toContain('> GET ')
  expect(terminal.settings()).toMatchObject({ seed: 7, depth: 'quick', counterexample: failed?.counterexample })
  expect(await replayed('state is there although none was given')).toMatchObject({ code: 0, result: 'FIXED' })
  expect(await replayed()).toMatchObject({ code: 0, result: 'FIXED' })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(report)
}, 120_000)
