import type { CheckContext } from '../../harness/context.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { type PreflightResult, unlessBlocked } from './result.ts'
import { isLoopback } from './target-url.ts'

/** Whether a merchant accepts the gateway as issuer, and can read its metadata. Heading: POST /transfer/webhook. */
export const issuerFindings = (
  context: CheckContext,
  earlier: readonly PreflightResult[],
): Promise<PreflightResult> => {
  const isBarred = earlier.some(part => part.obstacles?.authentication !== undefined)
  return isBarred ? Promise.resolve({ findings: [] }) : unlessBlocked(() => judged(context), 'issuers')
}

/** A proof for an order that does not exist: issuer and signature are looked at first, and nothing is paid. */
const judged = async (context: CheckContext): Promise<PreflightResult> => {
  const { gateway } = context
  const order = { id: context.fresh('order'), amount: context.money.amount(1), currency: context.money.currency }
  const response = await context.deliver(gateway.signs(gateway.proof(order)))
  const code = codeOf(response)
  if (code === 'ISSUER_NOT_ACCEPTED') return { findings: [notAccepted(gateway.ocid)], stop: 2 }
  const wasRead = context.journal.find(one => one.kind === 'metadata' && one.ocid === gateway.ocid).length > 0
  if (code === 'PROOF_SIGNATURE_INVALID' && !wasRead) return unreachable(context)
  return {
    findings: [
      {
        name: 'issuers',
        ok: true,
        severity: 'info',
        message: `Proofs of ${gateway.ocid} are answered: ${summary(response)}.`,
      },
    ],
  }
}

const notAccepted = (ocid: number): PreflightFinding => ({
  name: 'issuers',
  ok: false,
  severity: 'error',
  message: `The target does not accept ${ocid} as an issuer: ISSUER_NOT_ACCEPTED.`,
  remedy: 'Let the merchant accept the issuers that provisioning.json lists under merchant.issuers.',
})

/** On one machine a counterpart that answers itself can be reached, so that not reading it is the target's own fault. */
const unreachable = (context: CheckContext): PreflightResult => {
  const { baseUrl } = context.counterpart
  const message = `A good proof is refused, and the target has not read the metadata of its issuer at ${baseUrl}.`
  const remedy = `Check that the target can connect to ${baseUrl}, and that the registry it uses is the one in provisioning.json.`
  const finding: PreflightFinding = { name: 'reach', ok: false, severity: 'warning', message, remedy }
  return isLoopback(baseUrl)
    ? { findings: [finding] }
    : { findings: [finding], obstacles: { counterpart: `${message} ${remedy}` } }
}
