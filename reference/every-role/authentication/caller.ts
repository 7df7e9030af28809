import { Refusal } from '../../../protocol/errors.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import type { Profile } from '../../../protocol/profile.ts'
import type { AuthenticationRule, Service } from '../contract.ts'

/**
 * Returns the key of a caller: a merchant's from its registration, another caller's from the provisioning or else from its
 * metadata. Clauses: AUTH-07, AUTH-26, AUTH-27.
 */
export const callerKey = async (ocid: number, service: Service): Promise<string | undefined> => {
  const { merchants, callerKeys } = service.directory
  return merchants.get(ocid)?.publicKey ?? callerKeys.get(ocid) ?? service.keyCache.get(ocid, service)
}

/** Returns the refusal of an unknown caller; at checkout that is an unregistered merchant. Clauses: AUTH-16, AUTH-24. */
export const unknownCaller = (operation: OperationName, profile: Profile): Refusal =>
  operation === 'orders.checkout'
    ? new Refusal('MERCHANT_NOT_REGISTERED', 401, 'The merchant is not registered at this gateway.')
    : new Refusal('UNKNOWN_OCID', profile.refusalStatus, 'The OCID is not known.')

/** Refuses a caller without a key. Clause: AUTH-16. */
export const callerIsKnown: AuthenticationRule = ({ operation, publicKey }, { policies, profile }) =>
  publicKey === undefined ? policies.unknownCaller(operation, profile) : undefined
