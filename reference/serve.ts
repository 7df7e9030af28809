import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { Provisioned } from './directory.ts'
import { buildGateway, type GatewayOptions } from './gateway/build.ts'
import type { GatewayPolicies } from './gateway/policies.ts'
import { roleKey } from './key-file.ts'
import { stateFile } from './state-file.ts'

/** What the reference is served with; without a provisioning it knows nobody. */
export type ServeOptions = {
  roles: readonly Role[]
  provisioning?: Provisioned
  /** The port of the first role, the next ones follow; 0 or absent: any. */
  port?: number
  /** The OCID of the first role, where it is not the usual one. */
  ocid?: number
  profile?: Profile
  environment?: 'test' | 'production'
  /** Decisions of the gateway in place of its own: how an implementation with a fault, or with another choice, is served. */
  policies?: Partial<GatewayPolicies>
  /** Keeps keys and state from one run to the next. */
  dataDir?: string
}

export type ServedRole = { baseUrl: string; ocid: number }

/** Roles that listen on 127.0.0.1; `close` ends them at once, open connections included. */
export type Served = { roles: Partial<Record<Role, ServedRole>>; close: () => Promise<void> }

type Builder = { ocid: number; name: string; build: (options: GatewayOptions) => FastifyInstance }

const builders: Partial<Record<Role, Builder>> = {
  gateway: { ocid: 1001, name: 'Reference Gateway', build: buildGateway },
}

type Running = { role: Role; served: ServedRole; close: () => Promise<void> }

const start = async (role: Role, at: number, options: ServeOptions): Promise<Running> => {
  const builder = builders[role]
  if (builder === undefined) throw new Error(`there is no reference for the role ${role}`)
  const { dataDir, roles, port = 0, ocid, ...rest } = options
  const key = roleKey(role, dataDir)
  const state = dataDir === undefined ? undefined : stateFile(join(dataDir, `${role}.json`))
  const served = { baseUrl: '', ocid: (at === 0 ? ocid : undefined) ?? builder.ocid }
  const ports = state === undefined ? {} : { keeper: state }
  const identity = { ocid: served.ocid, name: builder.name, endpoint: () => served.baseUrl, key }
  const server = builder.build({ ...rest, ...identity, ports })
  const close = () => server.close().then(() => state?.close())
  await server.listen({ host: '127.0.0.1', port: port === 0 ? 0 : port + at }).catch(async error => {
    await close()
    throw error
  })
  served.baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { role, served, close }
}

const closeAll = async (running: readonly Running[]): Promise<void> => {
  await Promise.all(running.map(({ close }) => close()))
}

/** Starts the reference of each role; where one cannot start, none stays. */
export const serveReference = async (options: ServeOptions): Promise<Served> => {
  const running: Running[] = []
  try {
    for (const [at, role] of options.roles.entries()) running.push(await start(role, at, options))
  } catch (error) {
    await closeAll(running)
    throw error
  }
  const roles = Object.fromEntries(running.map(({ role, served }) => [role, served]))
  return { roles, close: () => closeAll(running) }
}
