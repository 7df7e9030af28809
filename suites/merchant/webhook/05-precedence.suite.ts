/**
 * WEBHOOK-05 · The checks run in the documented order (every subset of violated conditions; with an issuer that is not
 * accepted, sent by that issuer and by an accepted one: one of the two has to show ISSUER_NOT_ACCEPTED).
 */

import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { authenticationCodes } from '../../../protocol/errors.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { foreignOcid, unpaidOrder } from '../../support/merchant/orders.ts'
import { sendProofControl } from '../../support/merchant/proofs.ts'
import { unacceptedIssuer } from '../../support/merchant/unaccepted-issuer.ts'

/** The receiver checks whose order is observable. */
const checks = ['issuer', 'signature', 'recipient'] as const
type Fault = (typeof checks)[number]

/** Delivers a proof with exactly these faults, for an unpaid order and the correct amount. */
const attempt = async (context: CheckContext, violated: readonly Fault[], as: Issuer): Promise<HttpResponse> => {
  const has = (fault: Fault) => violated.includes(fault)
  const issuer = has('issuer') ? context.gateway2 : context.gateway
  const order = await unpaidOrder(context)
  const to = { ocid: has('recipient') ? foreignOcid(context) : context.ocid, reference: order.id }
  const proof = issuer.proof(order, { to })
  return context.deliver(issuer.signs(proof, has('signature') ? { key: generatePrivateKey() } : {}), { as })
}

const isOfLayer = (response: HttpResponse) => authenticationCodes.some(code => code === codeOf(response))

/** Returns whether the operation itself refused, not the authentication layer. */
const isOperationRefusal = (response: HttpResponse) => isRefusal(response) && !isOfLayer(response)

/** The refusal of a single fault, and the sender. Which of two senders gets the refusal of an unaccepted issuer varies. */
type Refusal = { as: Issuer; response: HttpResponse }

const refusalsOf = async (context: CheckContext, fault: Fault): Promise<Refusal[]> => {
  const { gateway } = context
  const senders = fault === 'issuer' ? [await unacceptedIssuer(context), gateway] : [gateway]
  const responses = senders.map(async as => ({ as, response: await attempt(context, [fault], as) }))
  const shown = (await Promise.all(responses)).filter(({ response }) => isOperationRefusal(response))
  const named = shown.filter(({ response }) => codeOf(response) === 'ISSUER_NOT_ACCEPTED')
  return named.length > 0 ? named : shown
}

/** Tries each fault alone and returns the refusals. */
const refuseEachAlone = async (context: CheckContext): Promise<Map<Fault, Refusal[]>> => {
  const responses = await Promise.all(checks.map(async fault => [fault, await refusalsOf(context, fault)] as const))
  return new Map(responses.filter(([, shown]) => shown.length > 0))
}

const subsets: readonly (readonly [Fault, ...Fault[]])[] = [
  ['issuer', 'signature'],
  ['issuer', 'recipient'],
  ['signature', 'recipient'],
  ['issuer', 'signature', 'recipient'],
]

/** Returns the combinations whose faults are refused differently. */
const tellingCombinations = (alone: ReadonlyMap<Fault, readonly Refusal[]>) =>
  subsets.filter(subset => {
    const responses = subset.map(fault => alone.get(fault)?.[0]?.response)
    return responses.every(response => response !== undefined) && new Set(responses.map(summary)).size > 1
  })

const { clause } = defineSuite({ id: 'webhook-order', roles: ['merchant'], operations: ['transfer.webhook'] })

clause('WEBHOOK-05', 'several conditions violated at once', async context => {
  await sendProofControl(context)
  const alone = await refuseEachAlone(context)
  const tried = tellingCombinations(alone)
  if (tried.length === 0) blocked('too few of the faults are refused alone to show a precedence')
  await Promise.all(tried.map(subset => expectFirstReported(context, subset, alone)))
  await sendProofControl(context)
})

const expectFirstReported = async (
  context: CheckContext,
  violated: readonly [Fault, ...Fault[]],
  alone: ReadonlyMap<Fault, readonly Refusal[]>,
) => {
  const [first] = violated
  const shown = alone.get(first) ?? []
  const responses = await Promise.all(shown.map(({ as }) => attempt(context, violated, as)))
  const isFirst = responses.some((response, at) => summary(response) === (shown[at] && summary(shown[at].response)))
  expectThat(isFirst, `with the faults ${violated.join(', ')}, the first one, ${first}, is not reported`, {
    expected: shown.map(({ response }) => summary(response)).join(' or '),
    actual: responses.map(summary).join(', '),
  })
}
