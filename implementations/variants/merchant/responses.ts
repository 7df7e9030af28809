import { escapeNonAscii, escapeSlashes, reverseAllMembers } from '../../../protocol/json/spellings.ts'
import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../reference/merchant/policies.ts'
import { answer422, changeErrors, setContentType } from '../support/responses.ts'
import type { Variant } from '../variant.ts'

const { refuse } = merchantPolicies

/** Writes the shop's responses, refusals and orders with another content type. */
const setEveryContentType = (type: string): Partial<MerchantPolicies> => ({
  ...setContentType(type, merchantPolicies),
  showOrder: signed => ({ ...merchantPolicies.showOrder(signed), type }),
})

/** Other ways to write a JSON response. */
export const responseVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'every answer has members of its own',
    story: 'Request ids help the support desk, links the curious.',
    policies: {
      answer: (_operation, body) => ({ status: 200, body: { requestId: '5d1f', ...body, links: [{ rel: 'help' }] } }),
      refuse: changeErrors(refuse, error => ({ ...error, requestId: '5d1f', details: { retryable: false } })),
    },
  },
  {
    name: 'errors have no details',
    story: 'Most have nothing to say.',
    policies: { refuse: changeErrors(refuse, ({ code, message }) => ({ code, message })) },
  },
  {
    name: 'errors have a code only',
    story: 'Programs read them, not people.',
    policies: { refuse: changeErrors(refuse, ({ code }) => ({ code })) },
  },
  {
    name: 'messages are in another language',
    story: 'The shop is in Lisbon.',
    policies: {
      refuse: changeErrors(refuse, error => ({ ...error, message: 'Não é possível processar o pedido. 🛑' })),
      rejection: ({ txid }) => ({ status: 'rejected', txid, message: 'O comprovativo não paga a encomenda.' }),
    },
  },
  {
    name: 'a body of another shape is 422',
    story: 'The framework validates and answers 422.',
    policies: { refuse: answer422(refuse) },
  },
  {
    name: 'JSON is indented, its members the other way round',
    story: 'Another library, set to pretty-print.',
    policies: { encode: body => `${JSON.stringify(reverseAllMembers(body), null, 2)}\n` },
  },
  {
    name: 'JSON is ASCII, with escaped slashes',
    story: 'json_encode without flags.',
    policies: { encode: body => escapeNonAscii(escapeSlashes(JSON.stringify(body))) },
  },
  {
    name: 'the content type has no charset',
    story: 'JSON is always UTF-8.',
    policies: setEveryContentType('application/json'),
  },
  {
    name: 'the content type is in capitals, with parameters',
    story: 'An older framework.',
    policies: setEveryContentType('Application/JSON;profile="shop";Charset="UTF-8"'),
  },
]
