import type { Refusal } from '../../../../protocol/errors.ts'
import { jsonIn } from '../../../../protocol/json/json.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import { replace } from '../../../support/changes.ts'
import { perRole, type SharedMutant } from '../shared-mutant.ts'

/** Applies a rule only after the request was carried out. `write`: returns the body, of that of the result and that of the refusal. */
const refuseLate = (
  rule: AuthenticationRule,
  write: (result: unknown, refusal: object) => object = (_, refusal) => refusal,
): Pick<SharedMutant, 'policies' | 'prepare'> => {
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
        return JSON.stringify(write(jsonIn(String(payload)), refusal.body()))
      }),
  }
}

/** Faults that execute a request although it is refused. */
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
  ...perRole(
    {
      name: 'the response that refuses an old timestamp holds the result, too',
      breaks: 'AUTH-11',
      story: 'Each layer adds its part to one response object, and no layer reads the findings of the others.',
      ...refuseLate(requestIsFresh, (result, refusal) => ({ ...Object(result), ...refusal })),
    },
    { gateway: ['AUTH-12', 'TRANSFER-11'], merchant: ['AUTH-12'] },
  ),
  ...perRole(
    {
      name: 'the details of the refusal of an old timestamp hold the result',
      breaks: 'AUTH-11',
      story: 'Whatever the handler returned is put into the details, to help whoever reads the log.',
      ...refuseLate(requestIsFresh, (result, refusal) => {
        const { error } = refusal as ReturnType<Refusal['body']>
        return { error: { ...error, details: { response: result } } }
      }),
    },
    { gateway: ['AUTH-12', 'TRANSFER-11'], merchant: ['AUTH-12'] },
  ),
]
