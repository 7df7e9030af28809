import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { absentOcids, accountsOf } from '../engine/provisioning/identities.ts'
import { provisioningOf } from '../engine/provisioning/provisioning.ts'
import { freshIdentities } from '../engine/settings/config/identities.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { waits } from '../harness/patience.ts'
import type { Role } from '../protocol/operations.ts'

/** A reference role in its own process, and the settings of a run against it. */
export type Served = { settings: RunSettings; folder: string; pid: number; close(): Promise<void> }

const ocid = 1001
const currencies = { currency: 'USD', secondCurrency: 'EUR' } as const
const here = fileURLToPath(new URL('..', import.meta.url))

type Options = {
  checkout?: string
  keepsState?: boolean
  store?: string
  latencyMs?: number
  depth?: RunSettings['depth']
}

/** Serves the gateway as `serveRole` does. */
export const serveGateway = (options: Options = {}): Promise<Served> => serveRole('gateway', options)

/**
 * Serves a role with `oc-conformance serve`, and registers all that the suites need. `checkout`: this one by default; `keepsState`: in a
 * file; `store`: the address of a database for the state; `latencyMs`: how far away the role seems.
 */
export const serveRole = async (
  role: Role,
  { checkout = here, keepsState = false, store = '', latencyMs = 0, depth = 'standard' }: Options,
): Promise<Served> => {
  const folder = await mkdtemp(join(tmpdir(), 'oc-conformance-bench-'))
  const listen = { host: '127.0.0.1', port: await freePort() }
  const publicUrl = `http://${listen.host}:${listen.port}`
  const identities = freshIdentities(role)
  const accounts = role === 'gateway' ? accountsOf(identities) : {}
  const target = { role, ocid } as const
  const provisioning = join(folder, 'provisioning.json')
  const callbackUrl = 'https://requester.example/callback'
  const plan = { target, publicUrl, identities, accounts, callbackUrl, ...currencies }
  await writeFile(provisioning, JSON.stringify(provisioningOf(plan)))
  const options = [
    ...['--provisioning', provisioning],
    ...(keepsState ? ['--data', join(folder, 'state')] : []),
    ...(store === '' ? [] : ['--store', store]),
    ...(latencyMs > 0 ? ['--slow', `${latencyMs}ms`] : []),
  ]
  const { child, baseUrl } = await serve(join(checkout, 'bin.ts'), role, options)
  const settings: RunSettings = {
    ...plainSettings,
    ...currencies,
    target: { ...target, baseUrl, environment: 'test' },
    identities,
    absent: absentOcids,
    accounts,
    counterpart: { listen, publicUrl, callbackUrl },
    depth,
    reportDir: join(folder, 'report'),
  }
  const close = () => terminate(child).then(() => rm(folder, { recursive: true, force: true }))
  return { settings, folder, pid: child.pid ?? 0, close }
}

const plainSettings = {
  profile: 'reference' as const,
  amounts: {},
  items: [],
  pages: {},
  patience: { notificationMs: waits.notification.ms, personMs: waits.person.ms },
  only: [],
  skip: [],
  seed: 1,
  outputs: [],
  knownFailing: [],
  failOn: 'must' as const,
  timeoutMs: 10_000,
  environment: 'test' as const,
  yesChangeState: false,
  json: false,
  hasConfig: true,
  preflightOnly: false,
} satisfies Partial<RunSettings>

const serve = async (
  program: string,
  role: Role,
  options: string[],
): Promise<{ child: ChildProcess; baseUrl: string }> => {
  const args = [program, 'serve', role, ...options, '--ocid', String(ocid)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, baseUrl: (JSON.parse(line) as Record<Role, { baseUrl: string }>)[role].baseUrl }
}

const terminate = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Returns a free port: the gateway must know the counterpart's address before the counterpart listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
