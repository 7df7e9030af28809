import { Refusal } from '../../../protocol/errors.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import type { CommonPolicies } from '../../../reference/every-role/contract.ts'

type ErrorObject = { code: string; message: string; details: JsonObject }

type Refuse = CommonPolicies['refuse']

/** Answers as `refuse` does, with another error object in the body. */
export const changeErrors =
  (refuse: Refuse, change: (error: ErrorObject) => JsonObject): Refuse =>
  (refusal, operation) => {
    const { body, ...response } = refuse(refusal, operation)
    return { ...response, body: { ...body, error: change(body.error as ErrorObject) } }
  }

/** Answers a malformed body with 422 and an undocumented code, and everything else as `refuse` does. */
export const answer422 =
  (refuse: Refuse): Refuse =>
  (refusal, operation) => {
    const isInvalid = refusal.code === 'INVALID_REQUEST' && refusal.status === 400
    return refuse(isInvalid ? new Refusal('VALIDATION_FAILED', 422, 'Some fields are not valid.') : refusal, operation)
  }

/** Writes every response of an operation with another content type. */
export const setContentType = (
  type: string,
  { answer, refuse }: Pick<CommonPolicies, 'answer' | 'refuse'>,
): Pick<CommonPolicies, 'answer' | 'refuse'> => ({
  answer: (operation, body) => ({ ...answer(operation, body), type }),
  refuse: (refusal, operation) => ({ ...refuse(refusal, operation), type }),
})
