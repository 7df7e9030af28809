import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { optionPowers } from '../engine/settings/authority.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { generatePrivateKey } from '../protocol/signature/keys.ts'
import type { CheckOutcome, Report } from '../schemas/messages.ts'
import { createProgram } from './program.ts'
import { openTerminal, plainIo, report, type Terminal } from './terminal.test.support.ts'

const commandsIn = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsIn)]
export const options = commandsIn(createProgram(plainIo, () => undefined)).flatMap(command => command.options)
const run = commandsIn(createProgram(plainIo, () => undefined)).find(command => command.name() === 'run')

const values: Readonly<Record<string, string>> = {
  '--config': 'evil.config.js',
  '--profile': 'evil.json',
  '--output': 'html=kept',
  '--listen': '0.0.0.0:4900',
  '--role': 'merchant',
  '--ocid': '4242',
  '--environment': 'production',
}

/** Returns a valid value for an option. */
const exampleOf = (option: string): string =>
  values[option] ?? (optionPowers[option] === 'address' ? 'http://evil.example' : 'evil')

/** The options of `run` that only the caller gives, with a value that would show. */
export const dangerous = (run?.options ?? []).flatMap(({ long, required }) => {
  if (long == null || optionPowers[long] === 'plain') return []
  return [required ? [long, exampleOf(long)] : [long]]
})

export const address = 'http://127.0.0.1:4010'
export const failed: CheckOutcome = {
  id: 'checkout/one',
  title: 'one',
  clauses: ['CHECKOUT-01'],
  verdict: 'fail',
  counterexample: { seed: 5, path: '3:1', value: 'x' },
}
export const given: Report = { ...report, run: { ...report.run, seed: 42, depth: 'quick' }, checks: [failed] }

export type Changes = { run?: Partial<Report['run']>; target?: Partial<Report['target']>; checks?: CheckOutcome[] }

export const putReport = async ({ folder }: Terminal, { run = {}, target = {}, checks = [failed] }: Changes = {}) => {
  const changed = { ...given, run: { ...given.run, ...run }, target: { ...given.target, ...target }, checks }
  await writeFile(join(folder, 'report.json'), JSON.stringify(changed))
}

/** A folder with a program, a profile and a file that a report may not use. */
export const openFolder = async (): Promise<Terminal> => {
  const terminal = await openTerminal({
    certify: async () => ({ report: { ...report, checks: [failed] }, exitCode: 1 }),
  })
  const files = {
    kept: 'kept',
    'evil.config.js': `import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('made', import.meta.url), '')\nexport default {}`,
    'evil.json': JSON.stringify({ signatureEncoding: 'der-hex' }),
    evil: generatePrivateKey().reveal(),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(terminal.folder, name), text)
  return terminal
}

/** The settings without the random values of each run. */
export const shown = ({ identities, ...settings }: RunSettings) =>
  JSON.parse(JSON.stringify({ ...settings, identities: Object.keys(identities) }))
