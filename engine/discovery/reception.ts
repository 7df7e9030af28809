import type { Role } from '../../protocol/operations.ts'
import type { Answer } from '../../suites/harness/answer.ts'
import { codeOf } from '../../suites/harness/sent.ts'
import type { Actor, Session } from '../../suites/harness/session.ts'
import type { Stage } from '../../suites/harness/stage.ts'
import { harmlessRequests } from './harmless.ts'

/** Whether one identity passes the authentication layer, and if not, how it is refused. Heading: Authentication. */
export type Reception = { actor: Actor; passes: boolean; code: string; answer: Answer }

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
export const callersOf = ({ identities, role }: Session): Actor[] =>
  Object.values(identities).filter(one => probed[role].test(one.id))

/** The first request that passes the layer, else the first refusal: an operation that is missing or broken is no evidence. */
export const received = async (stage: Stage, actor: Actor): Promise<Reception> => {
  const refusals: Reception[] = []
  for (const { operation, body } of harmlessRequests(stage, actor)) {
    const answer = await stage.call(operation, body(), { as: actor })
    const code = String(codeOf(answer) ?? '')
    if (isPassed(answer)) return { actor, passes: true, code, answer }
    refusals.push({ actor, passes: false, code, answer })
  }
  const spoken = refusals.find(one => layerCodes.has(one.code)) ?? refusals[0]
  if (!spoken) throw new Error('no request was sent')
  return spoken
}

const notOperated = new Set([0, 404, 405, 501])

/** Whether a request got past the authentication layer. */
export const isPassed = (answer: Answer): boolean => {
  const code = String(codeOf(answer) ?? '')
  return (
    !answer.silence &&
    answer.status < 500 &&
    !notOperated.has(answer.status) &&
    !layerCodes.has(code) &&
    // Without a code nobody knows who refused; and 401 MERCHANT_NOT_REGISTERED is also what checkout says to strangers.
    !(answer.status === 401 && ['', 'MERCHANT_NOT_REGISTERED'].includes(code))
  )
}
