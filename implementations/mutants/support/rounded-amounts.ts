import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import type { CommonPolicies } from '../../../reference/every-role/contract.ts'
import { commonPolicies } from '../../../reference/every-role/policies.ts'

/** Rounds dollar amounts of some bodies to cents. */
export const roundToCents = (isMeant: (body: JsonObject) => boolean): Partial<CommonPolicies> => ({
  parseBody: bytes => {
    const body = commonPolicies.parseBody(bytes)
    if (!isObject(body) || !isMeant(body) || body.currency !== 'USD') return body
    const { amount } = body
    return typeof amount === 'string' && /^\d+\.\d{3,}$/.test(amount)
      ? { ...body, amount: Number(amount).toFixed(2) }
      : body
  },
})
