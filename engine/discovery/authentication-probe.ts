import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { Actor, RunContext } from '../../harness/run-context.ts'
import type { Role } from '../../protocol/operations.ts'
import { safeRequests } from './safe-requests.ts'

/** Whether one identity passes the authentication layer, and if not, how it is refused. Heading: Authentication. */
export type AuthenticationProbe = { actor: Actor; passes: boolean; code: string; response: HttpResponse }

export const layerCodes: ReadonlySet<string> = new Set([
  'INVALID_SIGNATURE',
  'TIMESTAMP_EXPIRED',
  'NONCE_REUSED',
  'UNKNOWN_OCID',
])

/** Who is tried: not those whose metadata has to be unread when their checks begin. */
const probed: Readonly<Record<Role, RegExp>> = {
  gateway: /^(merchant2?|partner|purse\d|app)$/,
  merchant: /^(gateway2?|app)$/,
  kyc: /^$/,
}

/** The identities whose requests the target should take. */
export const callersOf = ({ identities, role }: RunContext): Actor[] =>
  Object.values(identities).filter(one => probed[role].test(one.id))

/** The first request that passes the layer, else the first refusal: an operation that is missing or broken is no evidence. */
export const received = async (context: CheckContext, actor: Actor): Promise<AuthenticationProbe> => {
  const refusals: AuthenticationProbe[] = []
  for (const { operation, body } of safeRequests(context, actor)) {
    const response = await context.call(operation, body(), { as: actor })
    const code = String(codeOf(response) ?? '')
    if (isPassed(response)) return { actor, passes: true, code, response }
    refusals.push({ actor, passes: false, code, response })
  }
  const spoken = refusals.find(one => layerCodes.has(one.code)) ?? refusals[0]
  if (!spoken) throw new Error('no request was sent')
  return spoken
}

const notOperated = new Set([0, 404, 405, 501])

/** Whether a request got past the authentication layer. */
export const isPassed = (response: HttpResponse): boolean => {
  const code = String(codeOf(response) ?? '')
  return (
    !response.silence &&
    response.status < 500 &&
    !notOperated.has(response.status) &&
    !layerCodes.has(code) &&
    // Without a code nobody knows who refused; and 401 MERCHANT_NOT_REGISTERED is also what checkout says to strangers.
    !(response.status === 401 && ['', 'MERCHANT_NOT_REGISTERED'].includes(code))
  )
}
