import type { Environment } from '../../engine/settings/keys/read-key.ts'
import { baseUrl, duration, integer, ocid, oneOf, percent, text } from '../../engine/settings/options/readers.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { Role } from '../../protocol/operations.ts'
import { flag, type OptionValues, repeated, valued } from '../options.ts'

const file = text('the name of a file')

/** The options of `serve`. */
export const serveOptions = {
  provisioning: repeated(
    '--provisioning <file>',
    { ...file, read: text => [text] },
    'provisioning.json with the registrations of the role (repeatable: one for each role)',
  ),
  data: valued('--data <dir>', text('the name of a folder'), 'keep keys and state in a folder'),
  store: valued(
    '--store <url>',
    text('postgres://USER@HOST/DATABASE'),
    'keep them in PostgreSQL, for several processes of a role; without the password: see docs/sandbox.md',
  ),
  host: valued('--host <host>', text('an address of this machine'), 'address to listen on (default: 127.0.0.1)'),
  port: valued('--port <n>', integer(0, 65_535, 'a port'), 'port of the first role (default: 0, any free one)'),
  publicUrl: valued(
    '--public-url <url>',
    baseUrl,
    'address that callers use, if a proxy is in front; with several roles, each is below it by name',
  ),
  ocid: valued('--ocid <n>', ocid, 'OCID of the first role'),
  profile: valued('--profile <profile>', text('reference, or the name of a file'), 'reference, or a profile file'),
  environment: valued('--environment <name>', oneOf('test', 'production'), 'test or production (default: test)'),
  rateLimit: valued('--rate-limit <n>', integer(1, 1_000_000), 'requests per second of each address; others get 429'),
  logs: flag('--logs', 'log each request as a line of JSON to standard error'),
  inspect: flag('--inspect', 'serve a page for each role: its requests, and the result of each check'),
  fault: valued('--fault <name>', text('the name of a fault'), 'plant one fault, or make one other conformant choice'),
  faultsByHeader: flag('--faults-by-header', 'each request may name its fault in X-OC-Fault'),
  listFaults: flag('--list-faults', 'list the faults by clause, and start nothing'),
  json: flag('--json', 'list them as a JSON array'),
  clock: flag('--clock', 'serve /clock, which advances the time of each role'),
  slow: valued('--slow <duration>', duration, 'delay every response by this long'),
  fail: valued('--fail <percent>', percent, 'fail this share of the requests, with 503'),
}

/** The values of the options of `serve`. */
export type ServeValues = OptionValues<typeof serveOptions>

/** Returns the address that the callers of each role use; undefined without --public-url. UsageError if callers could not know it. */
export const publicUrlOf = (
  { host, publicUrl }: ServeValues,
  wanted: readonly Role[],
): ((role: Role) => string) | undefined => {
  if (publicUrl !== undefined) return role => (wanted.length > 1 ? `${publicUrl}/${role}` : publicUrl)
  if (host === '0.0.0.0' || host === '::')
    throw new UsageError(`--host ${host} does not tell callers which address to use.`, 'Give --public-url, too.')
  return undefined
}

/** The environment variable with the token of the clock: others can see an argument. */
const tokenVariable = 'OC_REFERENCE_CLOCK_TOKEN'

const loopback = ['127.0.0.1', '::1', 'localhost', undefined]

/** Returns how the clock is served. UsageError if other machines can reach it, and it has no token of 16 characters. */
export const clockOf = ({ clock, host, publicUrl }: ServeValues, env: Environment): { token?: string } | undefined => {
  if (!clock) return undefined
  const token = env[tokenVariable]
  if (token !== undefined && token.length >= 16) return { token }
  if (token === undefined && publicUrl === undefined && loopback.includes(host)) return {}
  throw new UsageError(
    '--clock needs a token, since others may reach it.',
    `Set ${tokenVariable} to 16 characters or more.`,
  )
}

/** The environment variable with the address of the database, which may hold a password there. */
const storeVariable = 'OC_CONFORMANCE_STORE'

const isDatabase = (address: string): boolean => /^postgres(ql)?:\/\//.test(address) && URL.canParse(address)

const hasPassword = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && (url.password !== '' || url.searchParams.has('password'))
}

/** Returns the address of the database of the roles, which is never shown. UsageError if it is not an address, or exposes its password to others. */
export const storeOf = ({ store, data }: ServeValues, env: Environment): string | undefined => {
  const address = store ?? (env[storeVariable] || undefined)
  if (address === undefined) return undefined
  if (data !== undefined) throw new UsageError('--data and --store each keep keys and state.', 'Give one of them.')
  if (!isDatabase(address))
    throw new UsageError(
      `${store === undefined ? storeVariable : '--store'} is not an address of a database.`,
      'Expected postgres://USER@HOST/DATABASE.',
    )
  if (store !== undefined && hasPassword(store))
    throw new UsageError(
      '--store has a password in it, which every user of this machine can see.',
      `Set PGPASSWORD, or give the whole address in ${storeVariable}.`,
    )
  return address
}
