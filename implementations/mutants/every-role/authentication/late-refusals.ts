import type { Refusal } from '../../../../protocol/errors.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import { replace } from '../../../support/changes.ts'
import { perRole, type SharedMutant } from '../shared-mutant.ts'

/** Applies a rule only after the request was carried out. */
const refuseLate = (rule: AuthenticationRule): Pick<SharedMutant, 'policies' | 'prepare'> => {
  const refusals = new Map<string, Refusal>()
  const noteRefusal: AuthenticationRule = async (attempt, service) => {
    const refusal = await rule(attempt, service)
    if (refusal !== undefined) refusals.set(attempt.claims.nonce, refusal)
    return undefined
  }
  return {
    policies: { authenticationRules: replace(authenticationRules, rule, noteRefusal) },
    prepare: server =>
      void server.addHook('onSend', async ({ headers }, reply, payload) => {
        const refusal = refusals.get(String(headers['x-oc-nonce']))
        if (refusal === undefined) return payload
        refusals.delete(String(headers['x-oc-nonce']))
        reply.code(refusal.status)
        return JSON.stringify(refusal.body())
      }),
  }
}

/** Faults in which a refused request still takes effect. */
export const lateRefusalMutants: readonly SharedMutant[] = [
  ...perRole(
    {
      name: 'a wrong signature is refused once its request is carried out',
      breaks: 'AUTH-06',
      story: 'Handler and verification run at the same time, and the one that fails writes the response.',
      ...refuseLate(requestIsSigned),
    },
    { gateway: ['AUTH-07', 'AUTH-19', 'TRANSFER-11'], merchant: ['AUTH-07', 'AUTH-19'] },
  ),
  ...perRole(
    {
      name: 'an old timestamp is refused once its request is carried out',
      breaks: 'AUTH-11',
      story: 'The age is checked where the answer is logged.',
      ...refuseLate(requestIsFresh),
    },
    { gateway: ['TRANSFER-11'], merchant: [] },
  ),
]
