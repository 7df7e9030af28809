import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { PrivateKey } from '../../protocol/keys.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Profile } from '../../protocol/profile.ts'
import type { CommonPolicies } from '../every-role/contract.ts'
import type { GatewayPolicies } from '../gateway/contract.ts'
import { buildGateway } from '../gateway/gateway.ts'
import type { KycPolicies } from '../kyc/contract.ts'
import { buildKyc } from '../kyc/provider.ts'
import type { MerchantPolicies } from '../merchant/contract.ts'
import { buildMerchant } from '../merchant/merchant.ts'
import type { Ports } from '../service/ports.ts'
import type { PartialProvisioning } from '../service/provisioning.ts'
import type { RoleOptions } from '../service/role.ts'
import type { StorageFailure } from '../service/storage.ts'
import { freePort } from './free-port.ts'
import { roleKey } from './key-file.ts'
import { type Peer, withPeers } from './peers.ts'
import { openState } from './state/state.ts'

/** Decisions that replace those of each role. */
export type RolePolicies = {
  gateway?: Partial<GatewayPolicies>
  merchant?: Partial<MerchantPolicies>
  kyc?: Partial<KycPolicies>
}

/** The options of the reference; without a provisioning it knows no other participant. */
export type ServeOptions = {
  roles: readonly Role[]
  /** One provisioning for every role, or one for each. */
  provisioning?: PartialProvisioning | ((role: Role) => PartialProvisioning | undefined)
  /** The port of the first role; the others follow. With 0, or by default, each takes a free port. */
  port?: number
  /** The OCID of the first role, in place of the default. */
  ocid?: number
  profile?: Profile
  environment?: 'test' | 'production'
  /** Decisions that replace those of a role: an implementation with a fault, or with another choice. */
  policies?: RolePolicies
  /** Ports that replace those of the system. */
  ports?: Partial<Ports>
  /** Changes each server before it listens, for what no policy decides, such as the headers of every response. */
  prepare?: (server: FastifyInstance, role: Role) => void
  /** The address that the roles publish, where they stand behind a proxy; in place of the one they listen on. */
  publicUrl?: string
  /** The folder that keeps keys and state from one run to the next. */
  dataDir?: string
}

export type ServedRole = { baseUrl: string; ocid: number }

/** Roles that listen on 127.0.0.1; `close` ends them immediately, open connections included. */
export type Served = { roles: Partial<Record<Role, ServedRole>>; close: () => Promise<void> }

/** The options that every role is built with. */
type CommonOptions = Omit<RoleOptions<CommonPolicies>, 'policies'>

/** The default identity of a role, and the function that builds it. */
type Builder = { ocid: number; name: string; build: (common: CommonOptions, policies: RolePolicies) => FastifyInstance }

const builders: Readonly<Record<Role, Builder>> = {
  gateway: {
    ocid: 1001,
    name: 'Reference Gateway',
    build: (common, { gateway = {} }) => buildGateway({ ...common, policies: gateway }),
  },
  merchant: {
    ocid: 1002,
    name: 'Reference Merchant',
    build: (common, { merchant = {} }) => buildMerchant({ ...common, policies: merchant }),
  },
  kyc: {
    ocid: 1003,
    name: 'Reference KYC Provider',
    build: (common, { kyc = {} }) => buildKyc({ ...common, policies: kyc }),
  },
}

type Running = { role: Role; served: ServedRole; close: () => Promise<void> }

/** A role that is not started yet: its identity and its address. */
type Prepared = Peer & { key: PrivateKey; port: number }

/** Prepares the roles. Several roles get their addresses before they listen, so that each can be registered at the others. */
const prepared = async (options: ServeOptions): Promise<Prepared[]> =>
  Promise.all(
    options.roles.map(async (role, at) => {
      const { name, ...builder } = builders[role]
      const key = roleKey(role, options.dataDir)
      const ocid = (at === 0 ? options.ocid : undefined) ?? builder.ocid
      const port = options.port ? options.port + at : options.roles.length > 1 ? await freePort() : 0
      return { role, ocid, name, key, publicKey: key.publicKey, port, baseUrl: `http://127.0.0.1:${port}` }
    }),
  )

const start = async (self: Prepared, peers: readonly Prepared[], options: ServeOptions): Promise<Running> => {
  const { role, ocid, name, key } = self
  const { dataDir, roles: _roles, port: _port, ocid: _ocid, provisioning, policies = {}, ...rest } = options
  const report = (failure: StorageFailure) => console.error(`${role}: state was not saved: ${failure.message}`)
  const state = dataDir === undefined ? undefined : await openState(role, dataDir, report)
  const served = { baseUrl: '', ocid }
  const ports = { ...options.ports, ...(state === undefined ? {} : { storage: state }) }
  const own = (typeof provisioning === 'function' ? provisioning(role) : provisioning) ?? {}
  const common = { ...rest, ocid, name, key, ports, endpoint: () => options.publicUrl ?? served.baseUrl }
  const known = peers.length > 1 ? withPeers(role, own, peers) : own
  const server = builders[role].build({ ...common, provisioning: known }, policies)
  const close = () => server.close().then(() => state?.close())
  options.prepare?.(server, role)
  await server.listen({ host: '127.0.0.1', port: self.port }).catch(async error => {
    await close()
    throw error
  })
  served.baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { role, served, close }
}

const closeAll = async (running: readonly Running[]): Promise<void> => {
  await Promise.all(running.map(({ close }) => close()))
}

/** Starts the reference of each role, several of them registered at each other; if one cannot start, it stops them all. */
export const serveReference = async (options: ServeOptions): Promise<Served> => {
  const running: Running[] = []
  const all = await prepared(options)
  try {
    for (const self of all) running.push(await start(self, all, options))
  } catch (error) {
    await closeAll(running)
    throw error
  }
  const roles = Object.fromEntries(running.map(({ role, served }) => [role, served]))
  return { roles, close: () => closeAll(running) }
}
