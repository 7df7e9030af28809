import { resolve } from 'node:path'
import { keyFileIn } from '../../engine/settings/keys/key-file.ts'
import { outputs } from '../../engine/settings/options/output.ts'
import {
  baseUrl,
  duration,
  list,
  listen,
  ocid,
  oneOf,
  type Reader,
  rate,
  seed,
  text,
  timeout,
  workers,
} from '../../engine/settings/options/readers.ts'
import type { RunOptions } from '../../engine/settings/options/run-options.ts'
import { shardChoice } from '../../engine/settings/options/shard-choice.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { withValues } from '../../engine/with-values.ts'
import { flag, type OptionValues, repeated, under, valued } from '../options.ts'

const file = text('the name of a file')
/** One address, or several separated by spaces, as in an environment variable. */
const addresses: Reader<string[]> = {
  expected: baseUrl.expected,
  read: text => {
    const read = text.trim().split(/\s+/).map(baseUrl.read)
    return read.every(address => address !== undefined) ? read : undefined
  },
}
const globs = list('clause ids or operations, * for any text')

const target = {
  role: valued(
    '--role <role>',
    oneOf('gateway', 'merchant', 'kyc'),
    'role of the target (default: read from its metadata)',
  ),
  ocid: valued('--ocid <n>', ocid, 'OCID of the target'),
  config: valued('--config <file>', file, 'config instead of ./oc-conformance.config.json (or .ts, .js)'),
  profile: valued(
    '--profile <profile>',
    text('auto, reference, or the name of a file'),
    'auto, reference, or a profile file',
  ),
  environment: valued('--environment <name>', oneOf('test', 'production'), 'test or production (default: test)'),
  maxRps: valued('--max-rps <n>', rate, 'maximum requests per second'),
  timeoutMs: valued('--timeout <ms>', timeout, 'timeout of a request in milliseconds (default: 10000)'),
}

const counterpart = {
  listen: valued('--listen <host:port>', listen, 'where the counterpart listens'),
  publicUrl: valued('--public-url <url>', baseUrl, 'address at which the target reaches the counterpart'),
  tunnel: valued(
    '--tunnel <command>',
    text('a command'),
    'opens a tunnel to the counterpart; the address that it prints is the public one',
  ),
}

const selection = {
  only: repeated('--only <glob>', globs, 'try only these clauses or operations (repeatable)'),
  skip: repeated('--skip <glob>', globs, 'skip these clauses or operations (repeatable)'),
  depth: valued(
    '--depth <depth>',
    oneOf('quick', 'standard', 'thorough'),
    'quick (a first look), standard or thorough (default: standard)',
  ),
  budgetMs: valued(
    '--budget <duration>',
    duration,
    'time limit of the run, such as 90s or 5m; must clauses come first',
  ),
  seed: valued('--seed <n>', seed, 'seed of the generated values (default: random, printed)'),
  failed: valued(
    '--failed <report>',
    text('the name of a report'),
    'try only the checks that failed, warned or were blocked in an earlier report, with its seed and depth',
  ),
  resume: flag('--resume', 'resume the interrupted run in the report folder; decided checks are not tried again'),
  shard: valued('--shard <i/n>', shardChoice, 'run the i-th of n parts; auto/n: that of a job with an index'),
  workers: valued(
    '--workers <n>',
    workers,
    'try the checks in n processes at the same time, each with its own provisioning',
  ),
}

const pages = {
  browser: valued('--browser <path>', file, 'the Chromium, Chrome or Edge that shows pages (default: the first found)'),
  person: flag('--person', 'someone is there to use pages that need a person (default: if there is a terminal)'),
  noPerson: flag('--no-person', 'no one is there: checks that need a person are blocked'),
}

const report = {
  reportDir: valued(
    '--report <dir>',
    text('the name of a folder'),
    'folder for the reports (default: conformance-report/)',
  ),
  output: repeated(
    '--output <format=file>',
    outputs,
    'write the report as junit, sarif, ctrf, markdown, har, badge or html, too (repeatable)',
  ),
  knownFailing: valued(
    '--known-failing <file>',
    file,
    'file of known failures: clause or check ids, or entries as YAML or JSON; one that passes, has expired or matches nothing exits with 1',
  ),
  writeKnown: valued('--write-known <file>', file, 'add the failures to a file of known failures'),
  failOn: valued(
    '--fail-on <level>',
    oneOf('must', 'should'),
    'lowest level at which a failure exits with 1 (default: must)',
  ),
  sign: valued(
    '--sign <keyfile>',
    file,
    'sign the report with the private key in a file: 64 hex digits or PEM, or env:NAME',
  ),
}

const json = flag('--json', 'print only a JSON summary on standard output')

/** Options of every command that talks to a target. */
export const targetOptions = { ...under('Target', target), ...under('Counterpart', counterpart), json }

/** Options of a run, in the order of its help. */
export const runOptions = {
  ...under('Target', {
    ...target,
    config: repeated(
      '--config <file>',
      { ...file, read: text => [text] },
      'config instead of ./oc-conformance.config.json (repeatable: one for each of several targets, or workers)',
    ),
    yesChangeState: flag('--yes-change-state', 'allow checks that move money or leave traces in production'),
    reference: flag('--reference', 'certify the bundled reference, started on loopback'),
    gateway: repeated('--gateway <url>', addresses, 'certify a gateway at this address (repeatable)'),
    merchant: repeated('--merchant <url>', addresses, 'certify a merchant at this address (repeatable)'),
    kyc: repeated('--kyc <url>', addresses, 'certify a KYC provider at this address (repeatable)'),
  }),
  ...under('Counterpart', counterpart),
  ...under('Selection', selection),
  ...under('Pages', pages),
  ...under('Verdict and report', { ...report, json }),
}

/** The bundled reference is not certified together with anything else. */
export const referenceAlone = (): UsageError =>
  new UsageError('--reference brings its own target and config.', 'Leave out the base URL and --config.')

/** Returns the options of a run, with absolute file names. */
export const runOptionsIn = (
  values: Omit<OptionValues<typeof runOptions>, 'config'> & { config?: unknown },
  folder: string,
): RunOptions => {
  const {
    config: _c,
    reference: _r,
    gateway: _g,
    merchant: _m,
    kyc: _k,
    failed: _f,
    resume: _s,
    noPerson,
    ...options
  } = values
  const sign = options.sign === undefined ? undefined : keyFileIn(folder, options.sign)
  const files = (['reportDir', 'knownFailing', 'writeKnown', 'browser'] as const).flatMap(name => {
    const path = options[name]
    return path === undefined ? [] : [[name, resolve(folder, path)]]
  })
  const output = options.output?.map(({ format, file }) => ({ format, file: resolve(folder, file) }))
  if (options.tunnel !== undefined && options.publicUrl !== undefined)
    throw new UsageError('--tunnel and --public-url exclude each other.', 'Give one of them.')
  const { profile } = options
  const isWord = profile === undefined || profile === 'auto' || profile === 'reference'
  const person = options.person ?? (noPerson === true ? false : undefined)
  return {
    ...options,
    ...withValues({ person, output, sign }),
    ...Object.fromEntries(files),
    ...(isWord ? {} : { profile: resolve(folder, profile) }),
  }
}
