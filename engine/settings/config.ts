import { randomInt } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { fromMinorUnits, toMinorUnits } from '../../protocol/amount.ts'
import { isCurrency } from '../../protocol/currency.ts'
import type { Config } from '../../schemas/messages.ts'
import { accountsOf } from '../provisioning/identities.ts'
import { type ConfigFile, findConfig, readConfig } from './config-file.ts'
import { freshIdentities, readIdentities } from './config-identities.ts'
import { type Given, givenBy, present } from './given.ts'
import { checkGlobs } from './globs.ts'
import { type Environment, readKey } from './keys.ts'
import { readKnownFailing } from './known-failing.ts'
import { readProfile } from './profile-file.ts'
import type { RunSettings, Target } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** Where a run is started, and what it was told there. */
export type Start = {
  /** The folder in which a config is looked for. */
  folder: string
  env: Environment
  /** Flags and environment variables. */
  given: Given
  /** The config file that was named. */
  config?: string
  /** Certify the bundled reference, whatever the folder holds. */
  reference?: boolean
  preflightOnly?: boolean
  /** Ids of all checks; asked for only where a file of known failures names some. */
  checkIds?: () => Promise<readonly string[]>
}

/** The settings, and what somebody should know about the config. */
export type Loaded = { settings: RunSettings; warnings: string[] }

/**
 * The settings of a run: what was given (a flag beats its environment variable) beats the config, which beats the defaults.
 * UsageError for whatever cannot be meant.
 */
export const loadSettings = async (start: Start): Promise<Loaded> => {
  const file = await configOf(start)
  const given: Given = { ...(file ? givenBy(file) : {}), ...start.given }
  const checkIds = start.checkIds ?? (async () => [])
  await checkGlobs(given.only ?? [], '--only', checkIds)
  await checkGlobs(given.skip ?? [], '--skip', checkIds)
  const settings: RunSettings = {
    ...plain(given, start.folder),
    ...present({ target: targetOf(given, start, file), reference: given.role }),
    profile: await profileOf(given),
    ...(await cast(given, start, file)),
    ...moneyOf(file?.config ?? {}),
    pages: file?.config.pages ?? {},
    knownFailing: given.knownFailing ? await readKnownFailing(given.knownFailing, await checkIds()) : [],
    ...(given.sign ? { signWith: await signingKey(given.sign, start.env) } : {}),
    preflightOnly: start.preflightOnly ?? false,
  }
  return { settings, warnings: file?.warnings ?? [] }
}

const configOf = async ({ folder, config, reference }: Start): Promise<ConfigFile | undefined> => {
  const path = config === undefined ? findConfig(folder) : resolve(folder, config)
  return reference || path === undefined ? undefined : readConfig(path)
}

const targetOf = (given: Given, start: Start, file: ConfigFile | undefined): Target | undefined => {
  const { baseUrl, role, ocid } = given
  if (baseUrl !== undefined) return { baseUrl, environment: environmentOf(given), ...present({ role, ocid }) }
  if (start.reference || file === undefined) return undefined
  throw new UsageError(`${file.path} names no target.`, 'Add target.baseUrl to it, give a base URL, or --reference.')
}

const environmentOf = ({ environment = 'test' }: Given) => environment

/** A seed that nobody chose: 31 bits, as fast-check takes them, and told in the report. */
const freshSeed = () => randomInt(2 ** 31)

/** The settings that are as they were given, or their defaults. */
const plain = (given: Given, folder: string) => ({
  counterpart: counterpartOf(given),
  only: given.only ?? [],
  skip: given.skip ?? [],
  depth: given.depth ?? ('standard' as const),
  seed: given.seed ?? freshSeed(),
  reportDir: given.reportDir ?? resolve(folder, 'conformance-report'),
  failOn: given.failOn ?? ('must' as const),
  timeoutMs: given.timeoutMs ?? 10_000,
  environment: environmentOf(given),
  yesChangeState: given.yesChangeState ?? false,
  json: given.json ?? false,
  ...present({
    budgetMs: given.budgetMs,
    maxRps: given.maxRps,
    shard: given.shard,
  }),
})

const counterpartOf = ({ listen, publicUrl, callbackUrl }: Given): RunSettings['counterpart'] => ({
  listen: listen ?? { host: '127.0.0.1', port: 0 },
  callbackUrl: callbackUrl ?? 'https://requester.example/callback',
  ...present({ publicUrl }),
})

const profileOf = async ({ profile = 'auto' }: Given): Promise<RunSettings['profile']> =>
  profile === 'auto' || profile === 'reference' || typeof profile !== 'string' ? profile : readProfile(profile)

const cast = async (given: Given, start: Start, file: ConfigFile | undefined) => {
  const role = given.role ?? 'gateway'
  const declared = file?.config.identities ?? {}
  const hasConfig = Object.keys(declared).length > 0
  const identities = hasConfig
    ? await readIdentities(declared, role, { folder: file?.folder ?? start.folder, env: start.env })
    : freshIdentities(role)
  return { hasConfig, identities, accounts: { ...accountsOf(identities), ...file?.config.accounts } }
}

/** The currencies and ranges of a config, held against ISO 4217. */
/** How many times the smallest amount the largest has to be. */
const widthOfRange = 500n

const moneyOf = ({ currency, secondCurrency, amounts = {} }: Config) => {
  for (const code of [currency, secondCurrency, ...Object.keys(amounts)])
    if (code !== undefined && !isCurrency(code))
      throw new UsageError(`${code} is no active ISO 4217 code.`, 'Is the currency right?')
  for (const [code, { min, max }] of Object.entries(amounts)) checkRange(code, min, max)
  return { amounts, ...present({ currency, secondCurrency }) }
}

const checkRange = (code: string, min: string, max: string): void => {
  const [low, high] = [toMinorUnits(min, code), toMinorUnits(max, code)]
  if (low === undefined || high === undefined)
    throw new UsageError(
      `amounts.${code}: ${min} to ${max} is not in units of ${code}.`,
      'Give no more digits than the currency has.',
    )
  if (low > high) throw new UsageError(`amounts.${code}: ${min} is more than ${max}.`, 'min is the smaller one.')
  // Narrower, and a target that keeps to its range would refuse what the checks ask for.
  if (high < low * widthOfRange)
    throw new UsageError(
      `amounts.${code}: ${min} to ${max} is too narrow: the checks send up to ${widthOfRange} times the smallest amount.`,
      `Let the target take a wider range for the run, such as ${min} to ${fromMinorUnits(low * widthOfRange, code)}.`,
    )
}

const signingKey = (path: string, env: Environment) =>
  readKey(`file:${path}`, { member: 'sign', folder: dirname(path), env })
