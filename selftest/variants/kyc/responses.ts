import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { type KycPolicies, kycPolicies, refuseInTen } from '../../../reference/kyc/policies.ts'
import type { Variant } from '../variant.ts'

/** Refusals with another error object. */
const changeErrors =
  (change: (error: { code: string; message: string; details: JsonObject }) => JsonObject): KycPolicies['refuse'] =>
  (refusal, operation) => {
    const { body, ...answer } = refuseInTen(refusal, operation)
    return {
      ...answer,
      body: { ...body, error: change(body.error as { code: string; message: string; details: JsonObject }) },
    }
  }

const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

const setContentType = (type: string): Pick<KycPolicies, 'answer' | 'refuse'> => ({
  answer: (operation, body) => ({ ...kycPolicies.answer(operation, body), type }),
  refuse: (refusal, operation) => ({ ...refuseInTen(refusal, operation), type }),
})

/** Other ways to write a response. */
export const responseVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'errors have no details',
    story: 'There was nothing to say in them.',
    policies: { refuse: changeErrors(({ code, message }) => ({ code, message })) },
  },
  {
    name: 'errors have members of their own',
    story: 'What the house has in every error.',
    policies: {
      refuse: changeErrors(error => ({
        ...error,
        timestamp: 1_700_000_000,
        requestId: '5d1f3c1e',
        details: { hints: ['Read the guide.'] },
      })),
    },
  },
  {
    name: 'answers are indented, their members in another order',
    story: 'A serializer with options.',
    policies: { encode: body => ` ${JSON.stringify(reversed(body), null, '\t')}\n` },
  },
  {
    name: 'the content type has no charset',
    story: 'JSON is UTF-8 as it is.',
    policies: setContentType('application/json'),
  },
  {
    name: 'the content type is in capitals',
    story: 'An old framework.',
    policies: setContentType('Application/JSON;Charset="UTF-8"'),
  },
]
