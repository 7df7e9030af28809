import { type ChildProcess, exec, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { freePort } from '../../sandbox/free-port.ts'
import type { Report } from '../../schemas/messages.ts'

/** The folder of the installed package; unset: the program of this checkout. */
const installedIn = process.env.INSTALLED_IN
const program =
  installedIn === undefined
    ? fileURLToPath(new URL('../../bin.ts', import.meta.url))
    : join(installedIn, 'node_modules/oc-conformance/dist/bin.js')

const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  SIGNING_KEY: generatePrivateKey().reveal(),
}

let folder = ''
let serving: ChildProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(installedIn ?? tmpdir(), 'a stranger '))
})
afterAll(async () => {
  await stopServing()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a line as if pasted into a shell. */
const paste = (line: string): Promise<{ code: number; text: string }> =>
  promisify(exec)(line, { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  )

const oc = (line: string) => paste(`node '${program}' ${line}`)

const stopServing = async (): Promise<void> => {
  if (serving === undefined || serving.exitCode !== null) return
  const ended = new Promise(resolve => serving?.once('exit', resolve))
  serving.kill()
  await ended
}

/** Restarts the merchant with the same state. */
const serve = async (port: number, ...options: string[]): Promise<void> => {
  await stopServing()
  const argv = ['serve', 'merchant', '--port', String(port), '--ocid', '1001', '--data', 'state', ...options]
  serving = spawn(process.execPath, [program, ...argv], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((resolve, reject) => {
    serving?.stdout?.once('data', resolve)
    serving?.once('exit', code => reject(new Error(`serve ended with ${code}`)))
  })
}

const reportIn = async (name: string): Promise<Report> =>
  JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8')) as Report

/** Returns the rest of the line after a word in an output. */
const lineAfter = (text: string, word: string): string =>
  new RegExp(`^ *${word} +(.+)$`, 'm').exec(text)?.[1] ?? expect.fail(`no ${word} in ${text}`)

test('a newcomer certifies a merchant, breaks it, finds the cause, fixes it and shows the certificate', {
  timeout: 400_000,
}, async () => {
  const [port, counterpart] = [await freePort(), await freePort()]
  const init = await oc(`init http://127.0.0.1:${port} --role merchant --ocid 1001 --listen 127.0.0.1:${counterpart}`)
  expect(init.text).toContain('Register at the target what PROVISIONING.md lists')

  await serve(port)
  const unregistered = await oc('preflight')
  expect(unregistered).toMatchObject({
    code: 2,
    text: expect.stringContaining('Register what provisioning.json lists'),
  })
  await serve(port, '--provisioning', 'provisioning.json')
  expect(await oc('preflight')).toMatchObject({ code: 0 })

  const run = 'run --depth quick --seed 1 --sign env:SIGNING_KEY'
  const conformant = await oc(`${run} --report before`)
  expect(conformant).toMatchObject({ code: 0, text: expect.stringContaining('✓ CONFORMANT') })
  expect(await paste(lineAfter(conformant.text, 'Signed:'))).toMatchObject({
    code: 0,
    text: expect.stringContaining('Everything fits. The verdict is conformant'),
  })

  await serve(port, '--provisioning', 'provisioning.json', '--fault', 'items are dropped')
  const broken = await oc(`${run} --report after`)
  expect(broken).toMatchObject({ code: 1, text: expect.stringContaining('✕ NON-CONFORMANT') })
  const clause = /✕ (ORDER-\d+)$/m.exec(broken.text)?.[1] ?? 'a clause'
  expect(await paste(lineAfter(broken.text, 'repeat'))).toMatchObject({ code: 1 })
  const diff = await oc('report diff before after')
  expect(diff).toMatchObject({ code: 1, text: expect.stringContaining(`${clause}: pass → fail`) })
  expect(await oc(`explain ${clause}`)).toMatchObject({ code: 0, text: expect.stringContaining('How it is checked') })
  const failed = (await reportIn('after')).checks.find(({ verdict }) => verdict === 'fail')
  const replay = `replay after ${failed?.id}`
  expect(await oc(replay)).toMatchObject({ code: 1, text: expect.stringContaining('FAILED') })

  await serve(port, '--provisioning', 'provisioning.json')
  expect(await oc(replay)).toMatchObject({ code: 0, text: expect.stringContaining('FIXED') })
  expect(await oc(`${run} --report after`)).toMatchObject({ code: 0 })
  expect(await oc('report diff before after')).toMatchObject({ code: 0 })
  expect(await oc('report verify after --conformant')).toMatchObject({ code: 0 })
})
