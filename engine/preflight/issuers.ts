import type { CheckContext } from '../../harness/context.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import { type PreflightResult, problem, warning, working, wrongSetUp } from './finding.ts'
import { isLoopback } from './target-url.ts'
import { unlessBlocked } from './unless-blocked.ts'

/**
 * Checks that a merchant accepts the gateway as an issuer and can read its metadata. Heading: POST /transfer/webhook.
 */
export const issuerFindings = (
  context: CheckContext,
  earlier: readonly PreflightResult[],
): Promise<PreflightResult> => {
  const isRefused = earlier.some(result => result.obstacles?.authentication !== undefined)
  return isRefused ? Promise.resolve({ findings: [] }) : unlessBlocked(() => deliverProof(context), 'issuers')
}

/**
 * Delivers a proof for an order that does not exist: the target checks issuer and signature first, and nothing is paid.
 */
const deliverProof = async (context: CheckContext): Promise<PreflightResult> => {
  const { gateway } = context
  const order = { id: context.fresh('order'), amount: context.money.amount(1), currency: context.money.currency }
  const response = await context.deliver(gateway.signs(gateway.proof(order)))
  const code = codeOf(response)
  if (code === 'ISSUER_NOT_ACCEPTED') return wrongSetUp(notAccepted(gateway.ocid))
  const requests = context.journal.find(({ kind, ocid }) => kind === 'metadata' && ocid === gateway.ocid)
  if (code === 'PROOF_SIGNATURE_INVALID' && requests.length === 0) return metadataNotRead(context)
  return { findings: [working('issuers', `Proofs of ${gateway.ocid} are answered: ${summary(response)}.`)] }
}

const notAccepted = (ocid: number) =>
  problem(
    'issuers',
    `The target does not accept ${ocid} as an issuer: ISSUER_NOT_ACCEPTED.`,
    'Make the merchant accept the issuers that provisioning.json lists under merchant.issuers.',
  )

/** On the same machine, the target can certainly reach a running counterpart, so if it reads nothing there, that is its own fault. */
const metadataNotRead = (context: CheckContext): PreflightResult => {
  const { baseUrl } = context.counterpart
  const message = `A valid proof is refused, and the target has not read the metadata of its issuer at ${baseUrl}.`
  const remedy = `Check that the target can connect to ${baseUrl}, and that the registry it uses is the one in provisioning.json.`
  const findings = [warning('reach', message, remedy)]
  return isLoopback(baseUrl) ? { findings } : { findings, obstacles: { counterpart: `${message} ${remedy}` } }
}
