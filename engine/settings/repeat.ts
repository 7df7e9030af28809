import { relative } from 'node:path'
import type { RunOptions } from './run-options.ts'

/** The options of a run that a repetition of one of its checks needs, with the flag of each. */
const flags: Partial<Record<keyof RunOptions, string>> = {
  role: '--role',
  ocid: '--ocid',
  profile: '--profile',
  environment: '--environment',
  publicUrl: '--public-url',
  maxRps: '--max-rps',
  timeoutMs: '--timeout',
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
  ...Object.entries(flags).flatMap(([name, flag]) => {
    const value = options[name as keyof RunOptions]
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return [flag, isFile(name, value) ? relative(folder, String(value)) : String(value)]
  }),
  ...(options.yesChangeState ? ['--yes-change-state'] : []),
]

const isFile = (name: string, value: string | number): boolean =>
  name === 'profile' && value !== 'auto' && value !== 'reference'

/** Quotes an argument for a POSIX shell where it needs quotes. */
export const shellQuoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
