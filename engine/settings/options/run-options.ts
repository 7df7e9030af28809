import { resolve } from 'node:path'
import type { Role } from '../../../protocol/operations.ts'
import type { Profile } from '../../../protocol/profile.ts'
import { withValues } from '../../with-values.ts'
import type { ConfigFile } from '../config/file.ts'
import { profileOf } from '../config/profile-file.ts'
import { keyFileIn } from '../keys/key-file.ts'
import type { RunSettings, TargetEnvironment } from '../settings.ts'
import { type Output, outputs } from './output.ts'
import {
  address,
  baseUrl,
  duration,
  type Listen,
  listen,
  ocid,
  type Reader,
  readOption,
  seed,
  timeout,
  workers,
} from './readers.ts'
import { type ShardChoice, shardChoice } from './shard-choice.ts'

/** The options of a run, from flags and environment variables or from a config. File names are absolute. */
export type RunOptions = {
  baseUrl?: string
  role?: Role
  ocid?: number
  environment?: TargetEnvironment
  /** 'auto', 'reference', or the name of a file. */
  profile?: string | Profile
  only?: string[]
  skip?: string[]
  depth?: RunSettings['depth']
  budgetMs?: number
  seed?: number
  reportDir?: string
  output?: Output[]
  /** The name of a file. */
  knownFailing?: string
  /** The name of a file. */
  writeKnown?: string
  failOn?: RunSettings['failOn']
  maxRps?: number
  timeoutMs?: number
  shard?: ShardChoice
  workers?: number
  listen?: Listen
  publicUrl?: string
  callbackUrl?: string
  /** A command that prints the public address of the counterpart. */
  tunnel?: string
  /** The name of a key file, or `env:NAME`. */
  sign?: string
  /** The path of a browser. */
  browser?: string
  yesChangeState?: boolean
  json?: boolean
  /** Whether someone is there to use pages; by default if there is a terminal. */
  person?: boolean
}

/** Reads the options that a config holds. Throws UsageError if a member has a value that its option does not take. */
export const optionsOf = ({ config, path, folder }: ConfigFile): RunOptions => {
  const { target = {}, counterpart = {} } = config
  const file = (name: string | undefined) => (name === undefined ? undefined : resolve(folder, name))
  const read = <T>(reader: Reader<T>, value: string | number | undefined, member: string): T | undefined =>
    value === undefined ? undefined : readOption(reader, String(value), `${path}: ${member}`)
  return withValues({
    baseUrl: read(baseUrl, target.baseUrl, 'target.baseUrl'),
    role: target.role,
    ocid: read(ocid, target.ocid, 'target.ocid'),
    environment: target.environment,
    profile: profileIn(config.profile, path, folder),
    only: globsOf(config.only),
    skip: globsOf(config.skip),
    depth: config.depth,
    budgetMs: read(duration, config.budget, 'budget'),
    seed: read(seed, config.seed, 'seed'),
    reportDir: file(config.report),
    output: outputsIn(config.output, path, folder),
    knownFailing: file(config.knownFailing),
    failOn: config.failOn,
    maxRps: config.maxRps,
    timeoutMs: read(timeout, config.timeout, 'timeout'),
    shard: read(shardChoice, config.shard, 'shard'),
    workers: read(workers, config.workers, 'workers'),
    listen: read(listen, counterpart.listen, 'counterpart.listen'),
    publicUrl: read(baseUrl, counterpart.publicUrl, 'counterpart.publicUrl'),
    tunnel: counterpart.tunnel,
    callbackUrl: read(address, counterpart.callbackUrl, 'counterpart.callbackUrl'),
    sign: config.sign === undefined ? undefined : keyFileIn(folder, config.sign),
    yesChangeState: config.yesChangeState,
    json: config.json,
  })
}

const outputsIn = (given: string | string[] | undefined, path: string, folder: string): Output[] | undefined =>
  given === undefined
    ? undefined
    : [given]
        .flat()
        .flatMap(text => readOption(outputs, text, `${path}: output`))
        .map(output => ({ ...output, file: resolve(folder, output.file) }))

const globsOf = (globs: string | string[] | undefined) => (globs === undefined ? undefined : [globs].flat())

const profileIn = (profile: ConfigFile['config']['profile'], path: string, folder: string): RunOptions['profile'] => {
  if (profile === undefined || profile === 'auto' || profile === 'reference') return profile
  return typeof profile === 'string' ? resolve(folder, profile) : profileOf(profile, path)
}
