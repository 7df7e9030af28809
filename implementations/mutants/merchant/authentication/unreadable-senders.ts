import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { callerIsKnown, callerKey } from '../../../../reference/every-role/authentication/caller.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import type { AuthenticationRule, Service } from '../../../../reference/every-role/contract.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import type { Mutant } from '../../mutant.ts'

const isRegistered = (ocid: number, { directory }: Service): boolean => directory.metadataAddresses.has(ocid)

/** Skips a rule for a registered sender whose key could not be read. */
const unlessUnreadable =
  (rule: AuthenticationRule): AuthenticationRule =>
  (attempt, service) =>
    attempt.publicKey === undefined && isRegistered(Number(attempt.claims.ocid), service)
      ? undefined
      : rule(attempt, service)

/** Faults that trust senders while their metadata is unavailable. */
export const unreadableSenderMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a sender whose metadata cannot be had is believed',
    breaks: 'AUTH-06',
    story: 'catch { return true }: a notification should not be lost because a metadata server is down.',
    policies: {
      callerKey: (ocid, service) =>
        isRegistered(ocid, service) ? service.keyCache.get(ocid, service) : callerKey(ocid, service),
      authenticationRules: authenticationRules.map(rule =>
        rule === callerIsKnown || rule === requestIsSigned ? unlessUnreadable(rule) : rule,
      ),
    },
  },
]
