import type { FastifyInstance } from 'fastify'
import type { RunSettings } from '../engine/settings/settings.ts'
import type { Role } from '../protocol/operations.ts'
import { type Profile, referenceProfile } from '../protocol/profile.ts'
import type { CommonPolicies } from '../reference/every-role/policies.ts'
import type { ServeOptions } from '../reference/serve/serve.ts'
import type { Ports } from '../reference/service/ports.ts'

/** Another implementation, made of the reference from outside: decisions in place of its own, and seams that are wrapped. */
export type Implementation<Policies> = {
  name: string
  /** Whose it is, and how it comes about. */
  story: string
  policies?: Partial<Policies>
  profile?: Partial<Profile>
  ports?: Partial<Ports>
  /** Sees the server before it listens: for what is no decision of a role, such as the headers of every answer. */
  prepare?: (server: FastifyInstance) => void
  /** Where it runs, when not in test. */
  environment?: 'production'
  /** The path of its base address, such as `/gw/v2`, where it stands behind a proxy; `prepare` has to take it off. */
  prefix?: string
  /** What its operator writes into the config, where nobody could guess it. */
  settings?: Partial<Pick<RunSettings, 'pages' | 'amounts' | 'currency'>>
}

/** What the reference of a role is served with to become it. */
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

/** The settings with which it is certified: those of the reference as it was served, and what the operator tells of this one. */
export const runSettingsOf = <Policies>(
  served: RunSettings,
  { profile, prefix = '', settings = {} }: Implementation<Policies>,
): RunSettings => ({
  ...served,
  ...settings,
  ...(profile ? { profile: { ...referenceProfile, ...profile } } : {}),
  ...(served.target ? { target: { ...served.target, baseUrl: served.target.baseUrl + prefix } } : {}),
})
