import type { FastifyInstance } from 'fastify'
import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'
import type { GatewayPolicies } from '../reference/gateway/contract.ts'
import { buildGateway } from '../reference/gateway/gateway.ts'
import type { KycPolicies } from '../reference/kyc/contract.ts'
import { buildKyc } from '../reference/kyc/provider.ts'
import type { MerchantPolicies } from '../reference/merchant/contract.ts'
import { buildMerchant } from '../reference/merchant/merchant.ts'
import { ifDefined } from '../reference/service/if-defined.ts'
import type { Ports } from '../reference/service/ports.ts'
import type { RoleOptions } from '../reference/service/role.ts'

/** Decisions that replace those of each role. */
type RolePolicies = {
  gateway?: Partial<GatewayPolicies>
  merchant?: Partial<MerchantPolicies>
  kyc?: Partial<KycPolicies>
}

/** Changes that turn the reference into another implementation: one with a fault, or with another choice. */
export type Changes = {
  /** Decisions that replace those of a role. */
  policies?: RolePolicies
  profile?: Profile
  /** Ports that replace those of the system. */
  ports?: Partial<Ports>
  environment?: 'test' | 'production'
  /** Changes each server before it listens, for changes that no policy covers, such as the headers of every response. */
  prepare?: (server: FastifyInstance, role: Role) => void
  /** Observes the answers of each server, after all changes. */
  attach?: (server: FastifyInstance) => void
}

/** The options that every role is built with. */
type CommonOptions = Omit<RoleOptions<CommonPolicies>, 'policies'>

/** The default identity of a role, and the function that builds it. */
type Builder = { ocid: number; name: string; build: (common: CommonOptions, policies: RolePolicies) => FastifyInstance }

/** Builds the service of each role. */
export const builders: Readonly<Record<Role, Builder>> = {
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

/** Builds a role, changed as given; it does not listen yet. */
export const buildRole = (role: Role, common: CommonOptions, changes: Changes): FastifyInstance => {
  const { policies = {}, prepare, attach, ports, profile, environment } = changes
  const chosen = { ...ifDefined('profile', profile), ...ifDefined('environment', environment) }
  const server = builders[role].build({ ...common, ...chosen, ports: { ...ports, ...common.ports } }, policies)
  prepare?.(server, role)
  attach?.(server)
  return server
}
