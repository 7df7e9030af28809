import { Refusal } from '../../../protocol/errors.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { escapeNonAscii, escapeSlashes, reverseAllMembers } from '../../../protocol/json-spellings.ts'
import { type MerchantPolicies, merchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Variant } from '../variant.ts'

/** Errors of the reference with another error object. */
const changeErrors = (change: (error: JsonObject) => JsonObject): Pick<MerchantPolicies, 'refuse'> => ({
  refuse: (refusal, operation) => ({
    ...merchantPolicies.refuse(refusal, operation),
    body: { error: change(refusal.body().error) },
  }),
})

/** Refusals for the shape of a body, or for what an order asks that cannot be had, with a status and a code of their own. */
const answer422: MerchantPolicies['refuse'] = (refusal, operation) => {
  const isOwn = refusal.code === 'INVALID_REQUEST' && refusal.status === 400
  return merchantPolicies.refuse(isOwn ? new Refusal('VALIDATION_FAILED', 422, 'Not valid.') : refusal, operation)
}

const setContentType = (type: string): Partial<MerchantPolicies> => ({
  answer: (operation, body) => ({ ...merchantPolicies.answer(operation, body), type }),
  refuse: (refusal, operation) => ({ ...merchantPolicies.refuse(refusal, operation), type }),
  showOrder: signed => ({ ...merchantPolicies.showOrder(signed), type }),
})

/** Other ways to write a response, all of them JSON. */
export const responseVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'every answer has members of its own',
    story: 'Request ids for the support desk, links for the curious.',
    policies: {
      answer: (_operation, body) => ({ status: 200, body: { requestId: '5d1f', ...body, links: [{ rel: 'help' }] } }),
      ...changeErrors(error => ({ ...error, requestId: '5d1f', details: { retryable: false } })),
    },
  },
  {
    name: 'errors have no details',
    story: 'There is nothing to say in most of them.',
    policies: changeErrors(({ code = '', message = '' }) => ({ code, message })),
  },
  {
    name: 'errors have a code and nothing else',
    story: 'Programs read them, people do not.',
    policies: changeErrors(({ code = '' }) => ({ code })),
  },
  {
    name: 'messages are in another language',
    story: 'The shop is in Lisbon.',
    policies: {
      ...changeErrors(error => ({ ...error, message: 'Não é possível processar o pedido. 🛑' })),
      rejection: ({ txid }) => ({ status: 'rejected', txid, message: 'O comprovativo não paga a encomenda.' }),
    },
  },
  {
    name: 'a body of another shape is 422',
    story: 'The framework validates, and answers so.',
    policies: { refuse: answer422 },
  },
  {
    name: 'JSON is indented, its members the other way round',
    story: 'Another library, in the mode for people.',
    policies: { encode: body => `${JSON.stringify(reverseAllMembers(body), null, 2)}\n` },
  },
  {
    name: 'JSON is ASCII, with escaped slashes',
    story: 'json_encode without flags.',
    policies: { encode: body => escapeNonAscii(escapeSlashes(JSON.stringify(body))) },
  },
  {
    name: 'the content type has no charset',
    story: 'JSON is UTF-8 anyway.',
    policies: setContentType('application/json'),
  },
  {
    name: 'the content type is in capitals, with parameters',
    story: 'An older framework.',
    policies: setContentType('Application/JSON;profile="shop";Charset="UTF-8"'),
  },
]
