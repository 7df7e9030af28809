import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import type { RunSettings } from '../engine/settings/settings.ts'
import { withValues } from '../engine/with-values.ts'
import type { Report } from '../schemas/messages.ts'
import type { Io } from './io.ts'
import { main } from './main.ts'
import { type Services, services } from './services.ts'

/** The result of one command line. */
type Ran = { code: number; out: string; err: string }

/** A command line in its own folder, with stubs for the rooms behind the commands. */
export type Terminal = {
  folder: string
  run(...argv: string[]): Promise<Ran>
  /** Runs a command line with bytes on its standard input. */
  pipe(input: Uint8Array | string, ...argv: string[]): Promise<Ran>
  /** The last input of the engine. */
  settings(): RunSettings
  /** SIGINT, as the command sees it. */
  interrupt(): void
}

export const report: Report = {
  version: 1,
  verdict: 'conformant',
  target: { role: 'gateway', baseUrl: 'http://127.0.0.1:4010' },
  profile: {},
  run: {
    harness: '1.0.0',
    register: '1',
    started: '2026-01-01T00:00:00Z',
    seconds: 1,
    seed: 1,
    depth: 'standard',
    requests: 1,
  },
  counts: { must: { pass: 1 }, should: {}, open: {} },
  clauses: [],
  checks: [],
  observations: [],
}

/** Surroundings for creating and inspecting a program. */
export const plainIo: Io = {
  out: () => undefined,
  err: () => undefined,
  env: {},
  folder: '',
  columns: 100,
  isTerminal: { out: false, err: false },
  onInterrupt: () => () => undefined,
  services,
}

// If the tests themselves run in CI, commands must not use its variables.
delete process.env.GITHUB_ACTIONS
delete process.env.GITHUB_STEP_SUMMARY

/** Calls a function when the test is over or, outside of one, when those of the file are. */
const afterwards = (undo: () => Promise<void>): void => {
  try {
    onTestFinished(undo)
  } catch {
    afterAll(undo)
  }
}

/**
 * Opens a terminal, whose folder is deleted after its tests; `stand` replaces services, `columns` is its width, `command` how the program
 * was started.
 */
export const openTerminal = async (
  stand: Partial<Services> = {},
  columns = 100,
  command?: string,
): Promise<Terminal> => {
  const folder = await mkdtemp(join(tmpdir(), 'oc-cli-'))
  afterwards(() => rm(folder, { recursive: true, force: true }))
  let given: RunSettings | undefined
  let stop: (() => void) | undefined
  const stands: Services = {
    certify: async (settings, hooks) => {
      given = settings
      return stand.certify ? stand.certify(settings, hooks) : { report, exitCode: 0 }
    },
    certifySideBySide: async (plans, signal, onDone) => {
      for (const [index, { settings, hooks }] of plans.entries())
        onDone(index, await stands.certify(settings, { ...hooks, signal }))
    },
    certifyTogether: async () => ({
      report: { ...report, partner: { role: 'merchant', baseUrl: 'http://m' } },
      exitCode: 0,
    }),
    checks: async () => [
      { id: 'checkout/one', title: 'one', clauses: ['CHECKOUT-01'], roles: ['gateway'], kind: 'clause' },
    ],
    serveReference: async () => ({ roles: {}, close: async () => undefined, stop: async () => undefined }),
    ...(stand.certifySideBySide ? { certifySideBySide: stand.certifySideBySide } : {}),
    ...(stand.certifyTogether ? { certifyTogether: stand.certifyTogether } : {}),
    ...(stand.checks ? { checks: stand.checks } : {}),
    ...(stand.serveReference ? { serveReference: stand.serveReference } : {}),
  }
  const runWith = async (input: Uint8Array, argv: string[]): Promise<Ran> => {
    const printed = { out: '', err: '' }
    const io: Io = {
      out: text => {
        printed.out += text
      },
      err: text => {
        printed.err += text
      },
      input: async function* () {
        yield input
      },
      env: process.env,
      folder,
      ...withValues({ command }),
      columns,
      isTerminal: { out: false, err: false },
      onInterrupt: interrupted => {
        stop = interrupted
        return () => undefined
      },
      services: stands,
    }
    return { code: await main(argv, io), ...printed }
  }
  return {
    folder,
    run: (...argv) => runWith(new Uint8Array(), argv),
    pipe: (input, ...argv) => runWith(Buffer.from(input), argv),
    settings: () => given ?? raise('nothing was certified'),
    interrupt: () => stop?.(),
  }
}

const raise = (message: string): never => {
  throw new Error(message)
}
