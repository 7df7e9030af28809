import { join } from 'node:path'
import { isCurrency } from '../../protocol/currency.ts'
import { isLocalhost } from '../../protocol/localhost.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Config, Provisioning } from '../../schemas/messages.ts'
import { type ConfigFile, readConfig } from '../settings/config/file.ts'
import { readIdentities } from '../settings/config/identities.ts'
import type { Environment } from '../settings/keys/read-key.ts'
import { hostPort, type Listen, listen as listenReader } from '../settings/options/readers.ts'
import type { TargetEnvironment } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { currenciesOf, roleOf } from '../target/target-metadata.ts'
import { withValues } from '../with-values.ts'
import { absentOcidsOf } from './identities.ts'
import { type InitPlan, initialConfig } from './initial-config.ts'
import { provisioningOf } from './provisioning.ts'
import { provisioningText } from './provisioning-text.ts'
import { readMetadata } from './read-metadata.ts'
import { writeAll } from './write-files.ts'

/** The options of `init`. File and folder names are absolute. */
export type InitRequest = {
  baseUrl?: string
  role?: Role
  ocid?: number
  environment?: TargetEnvironment
  listen?: Listen
  publicUrl?: string
  currencies?: readonly string[]
  assigned: Readonly<Record<string, number>>
  /** A config whose keys are kept. */
  from?: string
  folder: string
  env: Environment
  force: boolean
}

/** The files that `init` wrote. */
export type Initialized = { config: Config; provisioning: Provisioning; paths: string[]; hasPlaceholder: boolean }

/** A placeholder while the target's address is unknown; a base URL given to a run replaces it. */
const placeholder = 'http://127.0.0.1:4010'

/**
 * Writes the config, provisioning.json and PROVISIONING.md, all or none. Throws UsageError if an option is missing or a
 * file already exists.
 */
export const initialize = async (request: InitRequest): Promise<Initialized> => {
  const from = request.from === undefined ? undefined : await readConfig(request.from)
  const plan = await planOf(request, from)
  const config = initialConfig(plan)
  const provisioning = await provisioningFor(config, plan, request.env)
  const files = [
    { path: join(request.folder, 'oc-conformance.config.json'), text: jsonText(config), mode: 0o600 },
    { path: join(request.folder, 'provisioning.json'), text: jsonText(provisioning), mode: 0o644 },
    {
      path: join(request.folder, 'PROVISIONING.md'),
      text: provisioningText(provisioning, absentOcidsOf(config)),
      mode: 0o644,
    },
  ]
  await writeAll(files, request.force)
  return {
    config,
    provisioning,
    paths: files.map(({ path }) => path),
    hasPlaceholder: addressOf(request, from) === undefined,
  }
}

const jsonText = (document: object) => `${JSON.stringify(document, null, 2)}\n`

const provisioningFor = async (config: Config, plan: InitPlan, env: Environment): Promise<Provisioning> => {
  const { role, baseUrl, ocid } = plan.target
  return provisioningOf({
    target: { role, baseUrl, ocid },
    publicUrl: plan.publicUrl,
    identities: await readIdentities(config.identities ?? {}, role, { folder: plan.folder, env }),
    accounts: config.accounts ?? {},
    currency: config.currency ?? 'USD',
    ...withValues({ secondCurrency: config.secondCurrency, callbackUrl: config.counterpart?.callbackUrl }),
  })
}

const planOf = async (request: InitRequest, from: ConfigFile | undefined): Promise<InitPlan> => {
  const kept = from?.config.target ?? {}
  const ocid = request.ocid ?? kept.ocid
  if (ocid === undefined)
    throw new UsageError('the OCID of the target is not known: its metadata does not carry it.', 'Give --ocid.')
  const target = await targetOf(request, from)
  const currencies = request.currencies ?? keptCurrencies(from) ?? target.currencies
  return {
    target: {
      role: target.role,
      baseUrl: addressOf(request, from) ?? placeholder,
      ocid,
      environment: request.environment ?? kept.environment ?? 'test',
    },
    ...counterpartOf(request, from),
    currencies: checkedCurrencies(currencies.length === 0 ? ['USD'] : currencies),
    assigned: request.assigned,
    folder: request.folder,
    ...withValues({ from }),
  }
}

const addressOf = ({ baseUrl }: InitRequest, from: ConfigFile | undefined) => baseUrl ?? from?.config.target?.baseUrl

const keptCurrencies = (from: ConfigFile | undefined): string[] | undefined => {
  const { currency, secondCurrency } = from?.config ?? {}
  return currency === undefined ? undefined : [currency, ...(secondCurrency === undefined ? [] : [secondCurrency])]
}

/** Returns role and currencies from the options, otherwise from the target's metadata. */
const targetOf = async (
  request: InitRequest,
  from: ConfigFile | undefined,
): Promise<{ role: Role; currencies: string[] }> => {
  const known = request.role ?? from?.config.target?.role
  if (known !== undefined) return { role: known, currencies: [] }
  const address = addressOf(request, from)
  if (address === undefined)
    throw new UsageError('the role of the target is not known.', 'Give --role, or the base URL of a target that runs.')
  const metadata = await readMetadata(address)
  const role = roleOf(metadata)
  if (role === undefined)
    throw new UsageError(`the metadata of ${address} shows neither a gateway nor a KYC provider.`, 'Give --role.')
  return { role, currencies: currenciesOf(metadata).slice(0, 2) }
}

const checkedCurrencies = (currencies: readonly string[]): readonly string[] => {
  const unknown = currencies.find(code => !isCurrency(code))
  if (unknown !== undefined)
    throw new UsageError(`--currency: ${unknown} is not an active ISO 4217 code.`, 'Is the currency right?')
  if (currencies.length > 2)
    throw new UsageError(`--currency: ${currencies.length} currencies are given.`, 'Give at most two.')
  if (new Set(currencies).size < currencies.length)
    throw new UsageError('--currency: both are the same.', 'Leave the second out.')
  return currencies
}

const counterpartOf = (request: InitRequest, from: ConfigFile | undefined): { listen: Listen; publicUrl: string } => {
  const kept = from?.config.counterpart ?? {}
  const listen = request.listen ?? listenReader.read(kept.listen ?? '') ?? { host: '127.0.0.1', port: 4900 }
  const publicUrl = request.publicUrl ?? (request.listen === undefined ? kept.publicUrl : undefined)
  if (publicUrl === undefined && (listen.port === 0 || /^(0\.0\.0\.0|::)$/.test(listen.host)))
    throw new UsageError(
      `--listen: ${hostPort(listen)} is not an address that a target can call.`,
      'Give --public-url as well: the registration at the target must stay the same.',
    )
  return { listen, publicUrl: publicUrl ?? `http://${hostPort(listen)}` }
}

/** Returns whether a remote target would look for the counterpart on its own machine. */
export const isOutOfReach = ({ target, counterpart }: Config): boolean =>
  !isLocal(target?.baseUrl) && isLocal(counterpart?.publicUrl)

const isLocal = (address: string | undefined): boolean => {
  const url = address === undefined ? null : URL.parse(address)
  return url === null || isLocalhost(url.hostname)
}
