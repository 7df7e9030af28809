import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { waits } from '../../../harness/patience.ts'
import { isCurrency } from '../../../protocol/currency.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import type { Config } from '../../../schemas/messages.ts'
import { absentFor, absentOcidsOf, accountsOf } from '../../provisioning/identities.ts'
import { withValues } from '../../with-values.ts'
import type { Environment } from '../keys/read-key.ts'
import { readSigningKey } from '../keys/signing-key.ts'
import { countingIds, readKnownFailing } from '../known-failing/known-failing.ts'
import { checkGlobs } from '../options/globs.ts'
import { duration, readOption } from '../options/readers.ts'
import { repeatArguments } from '../options/repeat.ts'
import { optionsOf, type RunOptions } from '../options/run-options.ts'
import { shardIn } from '../options/shard-choice.ts'
import type { RunSettings, Target } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { type ConfigFile, findConfig, readConfig } from './file.ts'
import { checkOcids, freshIdentities, readIdentities } from './identities.ts'
import { readPages } from './pages.ts'
import { readProfile } from './profile-file.ts'
import { checkItems, checkRanges } from './ranges.ts'

/** The sources of the settings of a run. */
export type LoadRequest = {
  /** The folder to search for a config. */
  folder: string
  env: Environment
  /** Flags and environment variables. */
  options: RunOptions
  /** The path of a config, instead of the one in the folder. */
  config?: string
  /** Certify the bundled reference, even if the folder has a config. */
  reference?: boolean
  preflightOnly?: boolean
  /** The command that starts this program in the folder, if not `oc-conformance`. */
  command?: string | undefined
  /** Returns the ids of all checks; called only if a glob or a file of known failures may name one. */
  checkIds?: () => Promise<readonly string[]>
}

/** The settings of a run, and warnings about its config. */
export type LoadedSettings = { settings: RunSettings; warnings: string[] }

/**
 * Loads the settings of a run: options (a flag takes precedence over its environment variable) override the config, which overrides the
 * defaults. Throws UsageError for an invalid value.
 */
export const loadSettings = async (request: LoadRequest): Promise<LoadedSettings> => {
  const file = await configOf(request)
  const options: RunOptions = { ...(file ? optionsOf(file) : {}), ...request.options }
  const checkIds = request.checkIds ?? (async () => [])
  await checkGlobs(options.only ?? [], '--only', checkIds)
  await checkGlobs(options.skip ?? [], '--skip', checkIds)
  const { signWith, warnings } = await readSigningKey(options.sign, request.env)
  const settings: RunSettings = {
    ...plainSettings(options, request),
    ...withValues({
      target: targetOf(options, request, file),
      targetClock: request.options.baseUrl === undefined ? clockOf(file?.config ?? {}, request.env) : undefined,
      targetOrigins: file?.config.target?.origins,
      reference: options.role,
    }),
    profile: await profileOf(options),
    ...(await identitiesOf(options, request, file)),
    ...currenciesOf(file?.config ?? {}),
    ...(await readPages(file?.config.pages ?? {}, { folder: file?.folder ?? request.folder, env: request.env })),
    patience: patienceOf(file?.config ?? {}),
    ...(await knownOf(options, checkIds)),
    ...withValues({ signWith }),
    folder: request.folder,
    packageFolders: [...new Set([file?.folder ?? request.folder, request.folder])],
    ...withValues({ command: request.command }),
    repeat: repeatArguments({ folder: request.folder, options: request.options, configPath: file?.path }),
    preflightOnly: request.preflightOnly ?? false,
    ...withValues({ isPersonThere: options.person }),
  }
  return { settings, warnings: [...(file?.warnings ?? []), ...warnings] }
}

const knownOf = async ({ knownFailing: path }: RunOptions, checkIds: () => Promise<readonly string[]>) => {
  if (path === undefined) return { knownFailing: [] }
  const knownFailures = await readKnownFailing(path, { checkIds: await checkIds() })
  return { knownFailing: countingIds(knownFailures), knownFailures }
}

const configOf = async ({ folder, config, reference }: LoadRequest): Promise<ConfigFile | undefined> => {
  const path = config === undefined ? findConfig(folder) : resolve(folder, config)
  return reference || path === undefined ? undefined : readConfig(path)
}

const targetOf = (options: RunOptions, request: LoadRequest, file: ConfigFile | undefined): Target | undefined => {
  const { baseUrl, role, ocid } = options
  if (baseUrl !== undefined) return { baseUrl, environment: environmentOf(options), ...withValues({ role, ocid }) }
  if (request.reference || file === undefined) return undefined
  throw new UsageError(
    `${file.path} does not name a target.`,
    'Add target.baseUrl to it, give a base URL, or --reference.',
  )
}

/** Returns the address of the target's clock, with its token from the environment. */
const clockOf = ({ target }: Config, env: Environment): RunSettings['targetClock'] => {
  if (target?.clock === undefined) return undefined
  const { url, token } = target.clock
  if (token === undefined) return { url }
  const name = token.slice('env:'.length)
  const value = entryOf(env, name)?.trim()
  if (value) return { url, token: value }
  throw new UsageError(
    `target.clock.token: the environment variable ${name} is not set.`,
    `Set ${name} to the token for the clock of the target.`,
  )
}

const environmentOf = ({ environment = 'test' }: RunOptions) => environment

/** A random seed of 31 bits, as fast-check expects; the report shows it. */
const freshSeed = () => randomInt(2 ** 31)

/** The settings that are options or their defaults. */
const plainSettings = (options: RunOptions, { folder, env }: LoadRequest) => ({
  counterpart: counterpartOf(options),
  only: options.only ?? [],
  skip: options.skip ?? [],
  depth: options.depth ?? ('standard' as const),
  seed: options.seed ?? freshSeed(),
  reportDir: options.reportDir ?? resolve(folder, 'conformance-report'),
  outputs: options.output ?? [],
  failOn: options.failOn ?? ('must' as const),
  timeoutMs: options.timeoutMs ?? 10_000,
  environment: environmentOf(options),
  yesChangeState: options.yesChangeState ?? false,
  json: options.json ?? false,
  ...withValues({
    budgetMs: options.budgetMs,
    maxRps: options.maxRps,
    shard: options.shard && shardIn(options.shard, env),
    workers: options.workers === 1 ? undefined : options.workers,
    browser: options.browser,
    writeKnown: options.writeKnown,
  }),
})

const counterpartOf = ({ listen, publicUrl, callbackUrl, tunnel }: RunOptions): RunSettings['counterpart'] => ({
  listen: listen ?? { host: '127.0.0.1', port: 0 },
  callbackUrl: callbackUrl ?? 'https://requester.example/callback',
  ...withValues({ publicUrl, tunnel }),
})

const profileOf = async ({ profile = 'auto' }: RunOptions): Promise<RunSettings['profile']> =>
  profile === 'auto' || profile === 'reference' || typeof profile !== 'string' ? profile : readProfile(profile)

const identitiesOf = async ({ role = 'gateway' }: RunOptions, request: LoadRequest, file: ConfigFile | undefined) => {
  const declared = file?.config.identities ?? {}
  const hasConfig = Object.keys(declared).length > 0
  const identities = hasConfig
    ? await readIdentities(declared, role, { folder: file?.folder ?? request.folder, env: request.env })
    : freshIdentities(role)
  const absent = absentOcidsOf(file?.config ?? {})
  checkAbsent(identities, absentFor(role, absent))
  return { hasConfig, identities, absent, accounts: { ...accountsOf(identities), ...file?.config.accounts } }
}

/** Throws UsageError if the registry of the config lists an OCID that must be unknown. */
const checkAbsent = (identities: RunSettings['identities'], absent: Readonly<Record<string, number>>): void =>
  checkOcids(
    {
      ...Object.fromEntries(Object.entries(identities).map(([id, { ocid }]) => [`identities.${id}`, ocid])),
      ...Object.fromEntries(Object.entries(absent).map(([id, ocid]) => [`absent.${id}`, ocid])),
    },
    'the config',
  )

const currenciesOf = ({ currency, secondCurrency, amounts = {}, items = [] }: Config) => {
  for (const code of [currency, secondCurrency, ...Object.keys(amounts)])
    if (code !== undefined && !isCurrency(code))
      throw new UsageError(`${code} is not an active ISO 4217 code.`, 'Is the currency right?')
  checkRanges(amounts)
  checkItems(items, currency)
  return { amounts, items, ...withValues({ currency, secondCurrency }) }
}

const patienceOf = ({ patience }: Config): RunSettings['patience'] => ({
  notificationMs:
    patience?.notification === undefined
      ? waits.notification.ms
      : readOption(duration, patience.notification, 'patience.notification'),
  personMs: patience?.person === undefined ? waits.person.ms : readOption(duration, patience.person, 'patience.person'),
})
