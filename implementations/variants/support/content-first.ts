import type { Refusal } from '../../../protocol/errors.ts'
import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import { authenticationRules } from '../../../reference/every-role/authentication/authenticate.ts'
import type { CommonPolicies, Service } from '../../../reference/every-role/contract.ts'
import { parseBody } from '../../../reference/every-role/wire-format/bodies.ts'

/** A request as a service sees it before it checks the signature. */
type Unverified = { operation: OperationName; body: JsonObject }

const objectIn = (bytes: Uint8Array): JsonObject => {
  try {
    const body = parseBody(bytes)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

/** Refuses a request for its content before its signature is checked. */
export const refuseBeforeSignature = (
  refusalOf: (request: Unverified, service: Service) => Refusal | undefined,
): Pick<CommonPolicies, 'authenticationRules'> => ({
  authenticationRules: [
    ({ operation, request }, service) => refusalOf({ operation, body: objectIn(request.body) }, service),
    ...authenticationRules,
  ],
})

/** A canonical request unlike the reference's. */
export const inBars = { template: '${method}|${path}|${timestamp}|${nonce}|${body}' }
