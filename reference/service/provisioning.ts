import type { Provisioning } from '../../schemas/messages.ts'

/** A provisioning with every section. */
export type ProvisioningSections = Required<Pick<Provisioning, 'registry' | 'callers' | 'gateway' | 'merchant' | 'kyc'>>

/** The part of a provisioning that a role is started with; without any, it does not know any other participant. */
export type PartialProvisioning = Partial<ProvisioningSections>

const emptySections: ProvisioningSections = {
  registry: { url: '', entries: {} },
  callers: [],
  gateway: { merchants: [], accounts: [], settlementProviders: [] },
  merchant: { issuers: [], callers: [] },
  kyc: { requesters: [], users: [], incompleteUsers: [] },
}

/** Adds the sections that are missing, empty. */
export const withEverySection = (provisioning: PartialProvisioning = {}): ProvisioningSections => ({
  ...emptySections,
  ...provisioning,
})
