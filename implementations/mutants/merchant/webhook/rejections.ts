import { Refusal } from '../../../../protocol/errors.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import type { WebhookResponse } from '../../../../schemas/messages.ts'

/** Changes the response to proofs that are rejected for one reason. */
export const changeRejection = (
  part: string,
  answer: (whole: WebhookResponse) => WebhookResponse,
): Pick<MerchantPolicies, 'rejection'> => ({
  rejection: (proof, message) => {
    const whole = merchantPolicies.rejection(proof, message)
    return message.includes(part) ? answer(whole) : whole
  },
})

export const omitMessage = ({ message: _message, ...rest }: WebhookResponse): WebhookResponse => rest

export const emptyMessage = (whole: WebhookResponse): WebhookResponse => ({ ...whole, message: '' })

export const refuseWith = (code: string, status: number) => (): never => {
  throw new Refusal(code, status, 'The proof cannot be processed.')
}
