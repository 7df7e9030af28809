import type { FastifyInstance } from 'fastify'
import type { Role } from '../protocol/operations.ts'
import { type Profile, referenceProfile } from '../protocol/profile.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'
import type { Ports } from '../reference/service/ports.ts'
import type { ServeOptions } from '../sandbox/serve.ts'
import type { Config } from '../schemas/messages.ts'

/** The reference with some policies replaced and some ports wrapped. */
export type Implementation<Policies> = {
  name: string
  /** How the mistake happens in practice. */
  story: string
  policies?: Partial<Policies>
  profile?: Partial<Profile>
  ports?: Partial<Ports>
  /** Changes the server before it listens, for decisions that no policy makes, such as the headers of every response. */
  prepare?: (server: FastifyInstance) => void
  /** The environment, if it is not `test`. */
  environment?: 'production'
  /** The path of its base address, such as `/gw/v2`, if it is behind a proxy; `prepare` must remove it. */
  prefix?: string
  /** The entries of its operator in the config; a function if it depends on the base address. */
  settings?: OperatorSettings | ((baseUrl: string) => OperatorSettings)
  /** It has no profile: the harness must discover it. */
  isDiscovered?: true
}

/** The entries of an operator in the config. `pageSecrets`: the values behind the references `env:NAME` that page steps type. */
export type OperatorSettings = Pick<Config, 'pages' | 'amounts' | 'currency' | 'items'> & {
  pageSecrets?: Record<string, string>
}

/** Returns the options that turn the reference into the implementation. */
export const serveOptionsOf = <Policies extends CommonPolicies>(
  role: Role,
  { policies = {}, profile, ports, prepare, environment }: Implementation<Policies>,
): Partial<ServeOptions> => ({
  policies: { [role]: policies },
  ...(profile ? { profile: { ...referenceProfile, ...profile } } : {}),
  ...(ports ? { ports } : {}),
  ...(prepare ? { prepare } : {}),
  ...(environment ? { environment } : {}),
})
