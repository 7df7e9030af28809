import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { transferRules } from '../../../../reference/gateway/transfer.ts'
import type { Mutant } from '../../mutant.ts'

/** Adds missing members to a transfer before it is validated. */
const fillIn = (fill: (body: JsonObject) => JsonObject): Partial<GatewayPolicies> => ({
  parseBody: bytes => {
    const body = gatewayPolicies.parseBody(bytes)
    return isObject(body) && ('from' in body || isObject(body.to)) ? fill(body) : body
  },
})

const lacksOcid = (party: Json | undefined): boolean => party === undefined || (isObject(party) && !('ocid' in party))

/** Defaults for members that a transfer must name (TRANSFER-16). */
export const incompleteTransferMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a transfer without a currency is one in dollars',
    breaks: 'TRANSFER-16',
    alsoBreaks: ['FMT-08'],
    story: 'A default from the first version, which knew no other currency.',
    policies: fillIn(body => ({ currency: 'USD', ...body })),
  },
  {
    name: 'a transfer without a source debits the caller',
    breaks: 'TRANSFER-16',
    alsoBreaks: ['FMT-08'],
    story: "Whose account could it be, if not the caller's?",
    policies: {
      shapeViolations: (schema, body) =>
        gatewayPolicies.shapeViolations(
          schema,
          schema === 'transfer-request' && isObject(body) && lacksOcid(body.from)
            ? { ...body, from: { ocid: 0 } }
            : body,
        ),
      transferRules: [
        ({ request, caller }) => {
          if (request.from?.ocid === undefined) request.from = { ...request.from, ocid: caller }
          return undefined
        },
        ...transferRules,
      ],
    },
  },
  {
    name: 'a transfer without an amount moves the least there is',
    breaks: 'TRANSFER-16',
    alsoBreaks: ['FMT-08'],
    story: 'The amount of a smoke test became the default of the schema.',
    policies: fillIn(body => ({ amount: '0.01', ...body })),
  },
]
