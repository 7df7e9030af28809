import { basename, join, relative } from 'node:path'
import type { Role } from '../../protocol/operations.ts'
import { hostPort } from './readers.ts'
import type { RunOptions } from './run-options.ts'
import type { RunSettings, TargetEnvironment } from './settings.ts'
import { shellQuoted } from './shell-quoted.ts'

/** The options of a run that a repetition of one of its checks needs, with the flag of each. */
const flags: Partial<Record<keyof RunOptions, string>> = {
  role: '--role',
  ocid: '--ocid',
  profile: '--profile',
  environment: '--environment',
  listen: '--listen',
  publicUrl: '--public-url',
  maxRps: '--max-rps',
  timeoutMs: '--timeout',
  browser: '--browser',
}

/** Where the run was started, what it was given by flags and variables, and the path of its config. */
type Invocation = { folder: string; options: RunOptions; configPath?: string | undefined }

/**
 * Returns the arguments that start a run again from the same folder: the base URL or --reference, the config, and what flags and
 * variables said. Secrets are in none of them.
 */
export const repeatArguments = ({ folder, options, configPath }: Invocation): string[] => [
  ...(options.baseUrl !== undefined ? [options.baseUrl] : configPath === undefined ? ['--reference'] : []),
  ...(configPath === undefined ? [] : ['--config', relative(folder, configPath)]),
  ...repeatFlags({ folder, options }),
]

/** Returns what flags and variables said of a run, apart from its target and config. */
export const repeatFlags = ({ folder, options }: Omit<Invocation, 'configPath'>): string[] => [
  ...Object.entries(flags).flatMap(([name, flag]) => {
    const value = name === 'listen' ? options.listen && hostPort(options.listen) : options[name as keyof RunOptions]
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return [flag, isFile(name, value) ? relative(folder, String(value)) : String(value)]
  }),
  ...(options.yesChangeState ? ['--yes-change-state'] : []),
]

const isFile = (name: string, value: string | number): boolean =>
  name === 'profile' && value !== 'auto' && value !== 'reference'

/** Returns the arguments of a run of the reference with another role and environment. */
export const repeatReference = (given: readonly string[], role: Role, environment: TargetEnvironment): string[] => {
  const replaced = ['--role', '--environment']
  const kept = given.filter(
    (argument, index) => !replaced.includes(argument) && !replaced.includes(given[index - 1] ?? ''),
  )
  return [...kept, '--role', role, '--environment', environment]
}

/** How a run is repeated, and the check that is tried. */
type Repetition = Pick<RunSettings, 'command' | 'folder' | 'repeat' | 'target' | 'reportDir' | 'seed' | 'depth'> & {
  only: string
}

/**
 * Returns the command that runs a check again with the same values, from the folder in which the run was started. Its report goes
 * beside that of the run.
 */
export const repeatCommand = ({ command = 'oc-conformance', ...run }: Repetition): string => {
  const { folder, repeat, target, reportDir, only, seed, depth } = run
  const started = repeat ?? [target ? target.baseUrl : '--reference']
  const report = basename(reportDir) === 'repeat' ? reportDir : join(reportDir, 'repeat')
  const to = folder === undefined || reportDir === '' ? [] : ['--report', relative(folder, report)]
  const options = [...started, '--only', only, '--seed', String(seed), '--depth', depth, ...to]
  return `${command} run ${options.map(shellQuoted).join(' ')}`
}
