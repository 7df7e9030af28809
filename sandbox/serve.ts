import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Role } from '../protocol/operations.ts'
import { referenceProfile } from '../protocol/profile.ts'
import type { PrivateKey } from '../protocol/signature/keys.ts'
import { ifDefined } from '../reference/service/if-defined.ts'
import type { PartialProvisioning } from '../reference/service/provisioning.ts'
import { memoryStorage, type Storage, type StorageFailure } from '../reference/service/storage.ts'
import { builders, buildRole, type Changes } from './build-role.ts'
import { hostClock, openClock } from './clock.ts'
import { type Disturbance, disturb } from './disturbance.ts'
import { freePort } from './free-port.ts'
import type { Inspector } from './inspector/inspector.ts'
import { roleKey, sharedKey } from './key-file.ts'
import { answerAsChosen, type Choose } from './on-request.ts'
import { limitRate, operate } from './operation.ts'
import { type Peer, withPeers } from './peers.ts'
import { openPostgres, type PostgresStorage } from './state/postgres/postgres-storage.ts'
import { openState } from './state/state.ts'

/** The options of the reference; without a provisioning it does not know any other participant. */
export type ServeOptions = Changes & {
  roles: readonly Role[]
  /** One provisioning for every role, or one for each. */
  provisioning?: PartialProvisioning | ((role: Role) => PartialProvisioning | undefined)
  /** The port of the first role; the others follow. With 0, or by default, each gets a free port. */
  port?: number
  /** The OCID of the first role, instead of the default. */
  ocid?: number
  /** Changes of one role, instead of those of all. */
  changes?: (role: Role) => Changes
  /** Makes each request to a role choose its implementation. */
  choose?: (role: Role) => Choose
  disturbance?: Disturbance
  /** The address to listen on; by default loopback only. */
  host?: string
  /** The address that a role behind a proxy publishes, instead of the one that it listens on. */
  publicUrl?: string | ((role: Role) => string)
  /** The limit of requests per second for each address. */
  rateLimit?: number
  /** Logs each request as a line of JSON to standard error. */
  logs?: boolean
  /** Serves /clock, which advances the time of a role; with a token only for requests that send it. */
  clock?: { token?: string }
  /** Returns the time of every role, in milliseconds since 1970; by default that of the machine's clock. */
  time?: () => number
  /** Serves a page for each role with its state, its requests, and the results of its checks. */
  inspect?: boolean
  /** The folder that stores keys and state between runs. */
  dataDir?: string
  /** The postgres:// address of the database that stores them instead, for all processes of a role. */
  store?: string
  /** Prints a role's own reports, such as a bug, unless they are logged; by default to standard error. */
  print?: (text: string) => void
}

/** `inspector`: the address of the page that shows the activity of the role. */
export type ServedRole = { baseUrl: string; ocid: number; inspector?: string }

/**
 * Roles that listen. `close` ends them immediately, open connections included; `stop` waits for running requests, for at most ten
 * seconds.
 */
export type Served = { roles: Partial<Record<Role, ServedRole>>; close: () => Promise<void>; stop: () => Promise<void> }

type Running = { role: Role; served: ServedRole; close: () => Promise<void>; stop: () => Promise<void> }

/** A role that is not started yet: its identity and its address. */
type Prepared = Peer & { key: PrivateKey; port: number; state?: PostgresStorage; reporter: Reporter }

/** Reports changes that could not be saved: to the log of the server once there is one that logs, else to standard error. */
type Reporter = { log?: FastifyBaseLogger; report: (failure: StorageFailure) => void }

const reporterOf = (role: Role, print: (text: string) => void): Reporter => {
  const reporter: Reporter = {
    report: ({ message }) =>
      reporter.log
        ? reporter.log.error({ reason: message }, 'state was not saved')
        : print(`${role}: state was not saved: ${message}\n`),
  }
  return reporter
}

const printed = (text: string): void => console.error(text.trimEnd())

const loopback = '127.0.0.1'

/** Returns the address of a server on a host, as seen from this machine. */
const addressOf = (host = loopback, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://${loopback}:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the path of an address without a final slash. */
const prefixOf = (address = ''): string => (URL.parse(address)?.pathname ?? '').replace(/\/+$/, '')

const preparedRole = async (role: Role, at: number, options: ServeOptions): Promise<Prepared> => {
  const { name, ...builder } = builders[role]
  const reporter = reporterOf(role, options.print ?? printed)
  const state = options.store === undefined ? undefined : await openPostgres(role, options.store, reporter.report)
  const key = state === undefined ? roleKey(role, options.dataDir) : await sharedKey(role, state)
  const ocid = (at === 0 ? options.ocid : undefined) ?? builder.ocid
  const port = options.port ? options.port + at : options.roles.length > 1 ? await freePort() : 0
  const self = { role, ocid, name, key, publicKey: key.publicKey, port, baseUrl: addressOf(options.host, port) }
  return { ...self, reporter, ...ifDefined('state', state) }
}

/** Prepares the roles. Several roles get their addresses before they listen, so that each can be registered at the others. */
const prepared = async (options: ServeOptions): Promise<Prepared[]> =>
  Promise.all(options.roles.map((role, at) => preparedRole(role, at, options)))

/** Opens an inspector on the port after those of the roles; it has a token if other machines may reach it. */
const inspectorOf = async (options: ServeOptions): Promise<Inspector | undefined> => {
  if (!options.inspect) return undefined
  const { isLoopback, newToken, openInspector } = await import('./inspector/inspector.ts')
  const { host = loopback, port, publicUrl, roles } = options
  return openInspector({
    host,
    port: port ? port + roles.length : 0,
    address: chosen => addressOf(host, chosen),
    ...(isLoopback(host) && publicUrl === undefined ? {} : { token: newToken() }),
  })
}

/** Builds a role; its first data, such as accounts, is saved before any other process has a turn. */
const builtInTurn = async ({ turns, watch }: Storage, build: () => FastifyInstance): Promise<FastifyInstance> => {
  if (turns === undefined) return build()
  await turns.enter()
  const kept = watch()
  const server = build()
  await kept()
  return server
}

/** A role that is about to start, its peers, and its inspector. */
type Starting = { self: Prepared; peers: readonly Prepared[]; inspector: Inspector | undefined }

const start = async ({ self, peers, inspector }: Starting, options: ServeOptions): Promise<Running> => {
  const { role, ocid, name, key, reporter } = self
  const { dataDir, provisioning } = options
  const state = self.state ?? (dataDir === undefined ? undefined : await openState(role, dataDir, reporter.report))
  const served: ServedRole = { baseUrl: '', ocid, ...ifDefined('inspector', inspector?.addressOf(role)) }
  const own = (typeof provisioning === 'function' ? provisioning(role) : provisioning) ?? {}
  const known = peers.length > 1 ? withPeers(role, own, peers) : own
  const storage = state ?? options.ports?.storage ?? memoryStorage()
  const publicUrl = typeof options.publicUrl === 'function' ? options.publicUrl(role) : options.publicUrl
  const endpoint = () => publicUrl ?? served.baseUrl
  const serving = { prefix: prefixOf(publicUrl), logs: options.logs ?? false }
  const { print, time } = options
  const clock = options.clock && openClock(storage, time)
  const reporting = print && { reportBug: (bug: unknown) => print(`${inspect(bug)}\n`) }
  const ports = { ...ifDefined('now', time), ...clock, ...reporting, ...options.ports }
  const looked = { table: storage.turns?.peek ?? storage.table }
  const held = { role, name, ocid, provisioning: known, storage: looked, profile: options.profile ?? referenceProfile }
  const watched = inspector?.inspect({ ...held, address: endpoint, now: ports.now ?? Date.now })
  const identity = { ocid, name, key, endpoint, ...ifDefined('watch', watched?.watch) }
  const common = { ...identity, provisioning: known, serving, ports: { storage } }
  const seen = { ...options, ...ifDefined('attach', watched?.attach) }
  const build = (changes: Changes) =>
    buildRole(role, common, { ...seen, ...changes, ports: { ...ports, ...changes.ports } })
  const server = await builtInTurn(storage, () => build(options.changes?.(role) ?? {}))
  if (options.logs) reporter.log = server.log
  if (time !== undefined) dateBy(server, time)
  const stop = operate(server)
  if (options.rateLimit !== undefined) limitRate(server, options.rateLimit)
  disturb(server, options.disturbance ?? {})
  if (clock !== undefined) hostClock(server, clock, options.clock?.token)
  if (options.choose !== undefined) answerAsChosen(server, options.choose(role), build, storage.turns)
  const close = () => server.close().then(() => state?.close())
  await server.listen({ host: options.host ?? loopback, port: self.port }).catch(async error => {
    await close()
    throw error
  })
  served.baseUrl = addressOf(options.host, (server.server.address() as AddressInfo).port)
  return { role, served, close, stop: () => stop().then(() => state?.close()) }
}

/** Dates every response by a clock. Responses to requests that the framework refuses pass through no hook. */
const dateBy = ({ server }: FastifyInstance, time: () => number): void => {
  server.prependListener('request', (_request, response) => {
    response.setHeader('date', new Date(time()).toUTCString())
  })
}

const closeAll = async (running: readonly { close: () => Promise<void> }[]): Promise<void> => {
  await Promise.all(running.map(({ close }) => close()))
}

/** Starts the reference of each role, several of them registered at each other; if one cannot start, it stops them all. */
export const serveReference = async (options: ServeOptions): Promise<Served> => {
  const running: Running[] = []
  const all = await prepared(options)
  const inspector = await inspectorOf(options)
  const close = () => closeAll([...running, ...(inspector === undefined ? [] : [inspector])])
  try {
    for (const self of all) running.push(await start({ self, peers: all, inspector }, options))
  } catch (error) {
    await close()
    await Promise.all(all.map(({ state }) => state?.close()))
    throw error
  }
  const roles = Object.fromEntries(running.map(({ role, served }) => [role, served]))
  const stop = async () => void (await Promise.all([inspector?.close(), ...running.map(each => each.stop())]))
  return { roles, close, stop }
}
