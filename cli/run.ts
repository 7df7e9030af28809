import { relative } from 'node:path'
import type { Given } from '../engine/settings/given.ts'
import { baseUrl, readOption } from '../engine/settings/readers.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { UsageError } from '../engine/settings/usage-error.ts'
import { certify, settingsFor } from './certify.ts'
import type { AddCommand } from './command.ts'
import { type Io, isColored } from './io.ts'
import { addOptions, type OptionValues, optionsOf } from './options.ts'
import { givenIn, runOptions } from './run-options.ts'
import { line } from './text.ts'

type Values = OptionValues<typeof runOptions>

export const addRun: AddCommand = (program, io, exit) => {
  const command = program
    .command('run')
    .description('Certifies one target. Without an address and a config: the bundled reference.')
    .argument('[base-url]', 'address of the target; its metadata is at {base-url}/metadata.json')
  addOptions(command, runOptions, { env: true }).action(async (address?: string) => {
    const values = optionsOf(command, runOptions, io.env)
    const settings = await settingsFor(io, {
      given: { ...givenIn(values, io.folder), ...targetIn(address, values) },
      ...(values.config === undefined ? {} : { config: values.config }),
      reference: values.reference ?? false,
    })
    exit(await run(io, settings))
  })
}

/** Certifies, prints the summary and answers the exit code. */
const run = async (io: Io, settings: RunSettings): Promise<number> => {
  io.err(line(`seed ${settings.seed}, ${settings.depth}`))
  const { report, exitCode } = await certify(io, settings)
  const { renderJsonSummary, renderSummary } = await import('../reports/terminal.ts')
  const reportDir = relative(io.folder, settings.reportDir) || '.'
  const summary = settings.json
    ? `${JSON.stringify(renderJsonSummary(report, exitCode, reportDir), null, 2)}\n`
    : renderSummary(report, { color: isColored(io, 'out'), width: io.columns, reportDir })
  io.out(summary)
  return exitCode
}

/** The target that the command line names; UsageError where it names two, or one that this version does not certify. */
const targetIn = (address: string | undefined, values: Values): Pick<Given, 'baseUrl' | 'role'> => {
  const named = [address, values.gateway, values.merchant, values.kyc].filter(url => url !== undefined)
  if (values.merchant !== undefined || values.kyc !== undefined)
    throw new UsageError(
      '--merchant and --kyc cannot be certified: this version certifies the gateway role.',
      'Leave them out.',
    )
  if (named.length > 1) throw new UsageError('two targets are given.', 'Give a base URL or --gateway, not both.')
  if (values.reference && (named.length > 0 || values.config !== undefined))
    throw new UsageError(
      '--reference comes with a target and a config of its own.',
      'Leave out the base URL and --config.',
    )
  if (values.gateway !== undefined) return { baseUrl: values.gateway, role: 'gateway' }
  return address === undefined ? {} : { baseUrl: readOption(baseUrl, address, 'base-url') }
}
