import type { Provisioning } from '../../schemas/messages.ts'

/** A provisioning with every section. */
export type ProvisioningSections = Required<Pick<Provisioning, 'registry' | 'callers' | 'gateway' | 'merchant' | 'kyc'>>

/** What an operator registers; a role started without it knows nobody. */
export type PartialProvisioning = Partial<ProvisioningSections>

const nothing: ProvisioningSections = {
  registry: { url: '', entries: {} },
  callers: [],
  gateway: { merchants: [], accounts: [], settlementProviders: [] },
  merchant: { issuers: [], callers: [] },
  kyc: { requesters: [], users: [], incompleteUsers: [] },
}

/** A provisioning with every section, so that nobody else asks what is there. */
export const provisioned = (given: PartialProvisioning = {}): ProvisioningSections => ({ ...nothing, ...given })
