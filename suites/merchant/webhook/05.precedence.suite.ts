import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { authenticationCodes } from '../../../protocol/errors.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { foreignOcid, unpaidOrder } from '../../support/merchant/orders.ts'
import { control } from '../../support/merchant/proofs.ts'

/** "Receiver checks", of which the order of these shows. */
const checks = ['issuer', 'signature', 'recipient'] as const
type Condition = (typeof checks)[number]

/** A proof for an unpaid order over the right amount, with exactly these conditions violated. */
const attempt = async (context: CheckContext, violated: readonly Condition[], as: Issuer): Promise<HttpResponse> => {
  const has = (condition: Condition) => violated.includes(condition)
  const issuer = has('issuer') ? context.gateway2 : context.gateway
  const order = await unpaidOrder(context)
  const to = { ocid: has('recipient') ? foreignOcid(context) : context.ocid, reference: order.id }
  const proof = issuer.proof(order, { to })
  return context.deliver(issuer.signs(proof, has('signature') ? { key: generatePrivateKey() } : {}), { as })
}

const isOfLayer = (response: HttpResponse) => authenticationCodes.some(code => code === codeOf(response))

/** A refusal of the operation itself: who sends for another, or is no issuer, may be stopped before. */
const isShown = (response: HttpResponse) => isRefusal(response) && !isOfLayer(response)

/** Who shows a condition when it is violated alone: with the issuer it is one of the two who send it. */
type Shown = { as: Issuer; response: HttpResponse }

const shownBy = async (context: CheckContext, condition: Condition): Promise<Shown[]> => {
  const senders = condition === 'issuer' ? [context.gateway2, context.gateway] : [context.gateway]
  const responses = senders.map(async as => ({ as, response: await attempt(context, [condition], as) }))
  const shown = (await Promise.all(responses)).filter(({ response }) => isShown(response))
  const named = shown.filter(({ response }) => codeOf(response) === 'ISSUER_NOT_ACCEPTED')
  return named.length > 0 ? named : shown
}

/** What the target answers to each condition alone, as far as it refuses it. */
const shownAlone = async (context: CheckContext): Promise<Map<Condition, Shown[]>> => {
  const responses = await Promise.all(checks.map(async one => [one, await shownBy(context, one)] as const))
  return new Map(responses.filter(([, shown]) => shown.length > 0))
}

const subsets: readonly (readonly [Condition, ...Condition[]])[] = [
  ['issuer', 'signature'],
  ['issuer', 'recipient'],
  ['signature', 'recipient'],
  ['issuer', 'signature', 'recipient'],
]

/** The subsets of what is refused alone whose members are answered differently. */
const telling = (alone: ReadonlyMap<Condition, readonly Shown[]>) =>
  subsets.filter(subset => {
    const responses = subset.map(one => alone.get(one)?.[0]?.response)
    return responses.every(one => one !== undefined) && new Set(responses.map(one => one && summary(one))).size > 1
  })

/** POST /transfer/webhook: the order of its checks. */
export const webhookOrder = defineSuite({ id: 'webhook-order', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhookOrder

clause('WEBHOOK-05', 'several conditions violated at once', async context => {
  await control(context)
  const alone = await shownAlone(context)
  const tried = telling(alone)
  if (tried.length === 0) notApplicable('The target refuses too few of the conditions alone to show an order.')
  await Promise.all(tried.map(subset => answersFirst(context, subset, alone)))
  await control(context)
})

const answersFirst = async (
  context: CheckContext,
  violated: readonly [Condition, ...Condition[]],
  alone: ReadonlyMap<Condition, readonly Shown[]>,
) => {
  const [first] = violated
  const shown = alone.get(first) ?? []
  const responses = await Promise.all(shown.map(({ as }) => attempt(context, violated, as)))
  const isFirst = responses.some((response, at) => summary(response) === (shown[at] && summary(shown[at].response)))
  expectThat(isFirst, `with ${violated.join(', ')} violated, ${first} is not what answers`, {
    expected: shown.map(({ response }) => summary(response)).join(' or '),
    actual: responses.map(summary).join(', '),
  })
}
