import type { PreflightFinding } from '../schemas/messages.ts'
import type { AddCommand } from './command.ts'
import { addOptions, optionsOf } from './options.ts'
import { certify, preflightSettings } from './run/certify.ts'
import { runOptions, targetOptions } from './run/run-options.ts'
import { jsonText } from './run/summary.ts'
import type { Certified } from './services.ts'
import { line, wrapped } from './text.ts'

const { json, ...reached } = targetOptions
const preflightOptions = { ...reached, browser: runOptions.browser, json }

export const addPreflight: AddCommand = (program, io, exit) => {
  const command = program
    .command('preflight')
    .description('Checks that both sides reach each other, are registered and agree on the time.')
    .argument('[base-url]', 'address of the target')
  addOptions(command, preflightOptions, { env: true }).action(async (address?: string) => {
    const values = optionsOf(command, preflightOptions, io.env)
    const settings = await preflightSettings(io, values, address)
    const certified = await certify(io, settings)
    const findings = certified.report.preflight ?? []
    const exitCode = preflightExitCode(certified)
    io.out(settings.json ? jsonText({ exitCode, findings }) : findingsText(findings, io.columns))
    exit(exitCode)
  })
}

/** Returns 0 for a preflight without problems, although a run without checks is incomplete. */
const preflightExitCode = ({ report: { preflight = [], run }, exitCode }: Certified): number => {
  const isWell =
    preflight.length > 0 && preflight.every(({ ok, severity }) => ok || severity === 'info') && !run.interrupted
  return exitCode === 3 && isWell ? 0 : exitCode
}

/** Renders findings for a terminal, problems with their remedies. */
export const findingsText = (findings: readonly PreflightFinding[], columns: number): string =>
  findings.length === 0 ? 'The preflight has no findings.\n' : findings.map(each => findingText(each, columns)).join('')

const findingText = ({ name, ok, severity, message, remedy }: PreflightFinding, columns: number): string => {
  const text = line(`${(ok ? 'ok' : severity).padEnd(8)}${name}: ${message}`)
  return remedy === undefined ? text : `${text}${wrapped(line(remedy).trimEnd(), columns, 8)}\n`
}
