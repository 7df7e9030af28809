import type { Provisioning } from '../../schemas/messages.ts'

/** A provisioning with every section. */
export type Sections = Required<Pick<Provisioning, 'registry' | 'callers' | 'gateway' | 'merchant' | 'kyc'>>

/** What an operator registers; a role started without it knows nobody. */
export type Provisioned = Partial<Sections>

const nothing: Sections = {
  registry: { url: '', entries: {} },
  callers: [],
  gateway: { merchants: [], accounts: [], settlementProviders: [] },
  merchant: { issuers: [], callers: [] },
  kyc: { requesters: [], users: [], incompleteUsers: [] },
}

/** A provisioning with every section, so that nobody else asks what is there. */
export const provisioned = (given: Provisioned = {}): Sections => ({ ...nothing, ...given })
