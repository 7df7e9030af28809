import { basename, join, relative } from 'node:path'
import type { Role } from '../../../protocol/operations.ts'
import { type Dialect, headerEncodingOf, referenceProfile } from '../../../protocol/profile.ts'
import type { RunSettings, TargetEnvironment } from '../settings.ts'
import { hostPort } from './readers.ts'
import type { RunOptions } from './run-options.ts'
import { shellQuoted } from './shell-quoted.ts'

/** The options of a run that are needed to repeat one of its checks, with their flags. */
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

/** The folder in which a run was started, its flags and variables, and the path of its config. */
type Invocation = { folder: string; options: RunOptions; configPath?: string | undefined }

/**
 * Returns the arguments that start a run again from the same folder: the base URL or --reference, the config, and the flags and variables.
 * None of them contains a secret.
 */
export const repeatArguments = ({ folder, options, configPath }: Invocation): string[] => [
  ...(options.baseUrl !== undefined ? [options.baseUrl] : configPath === undefined ? ['--reference'] : []),
  ...(configPath === undefined ? [] : ['--config', relative(folder, configPath)]),
  ...repeatFlags({ folder, options }),
]

/** Returns the flags and variables of a run, apart from its target and config. */
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

/** The command that repeats a run, and the check that it tries. */
type Repetition = Pick<
  RunSettings,
  'command' | 'folder' | 'repeat' | 'target' | 'reportDir' | 'mergedDir' | 'seed' | 'depth'
> & { only: string }

/**
 * Returns the command that runs a check again with the same values, from the folder where the run was started. Its report is written
 * beside that of the run.
 */
export const repeatCommand = ({ command = 'oc-conformance', ...run }: Repetition): string => {
  const { folder, repeat, target, only, seed, depth } = run
  const { mergedDir: reportDir = run.reportDir } = run
  const started = repeat ?? [target ? target.baseUrl : '--reference']
  const report = basename(reportDir) === 'repeat' ? reportDir : join(reportDir, 'repeat')
  const to = folder === undefined || reportDir === '' ? [] : ['--report', relative(folder, report)]
  const options = [...started, '--only', only, '--seed', String(seed), '--depth', depth, ...to]
  return `${command} run ${options.map(shellQuoted).join(' ')}`
}

/** The settings of a run that are needed to sign one of its requests again. */
type Signing = Pick<RunSettings, 'command' | 'folder' | 'repeat' | 'reportDir' | 'mergedDir' | 'profile'>

/**
 * Returns the command that signs a request of a run again from the folder where the run was started, without the identity; undefined if the
 * keys are not in a config. `found`: how the target signs.
 */
export const signCommand = (
  { command = 'oc-conformance', folder, repeat = [], profile, ...run }: Signing,
  found: Dialect,
): string | undefined => {
  const config = valueAfter('--config', repeat)
  if (config === undefined || folder === undefined) return undefined
  const isFound = profile === 'auto' && !isReferenceDialect(found)
  const given = isFound
    ? relative(folder, join(run.mergedDir ?? run.reportDir, 'report.json'))
    : valueAfter('--profile', repeat)
  const options = ['--config', config, ...(given === undefined ? [] : ['--profile', given])]
  return `${command} sign ${options.map(shellQuoted).join(' ')}`
}

const valueAfter = (flag: string, argv: readonly string[]): string | undefined =>
  argv.includes(flag) ? argv[argv.indexOf(flag) + 1] : undefined

const isReferenceDialect = (dialect: Dialect): boolean =>
  JSON.stringify(dialectIn(dialect)) === JSON.stringify(dialectIn(referenceProfile))

const dialectIn = (dialect: Dialect) => [
  headerEncodingOf(dialect),
  dialect.canonicalJson,
  dialect.canonicalEscapes,
  dialect.canonicalRequest,
]
