import { authenticationCodes } from '../../protocol/errors.ts'
import { generatePrivateKey } from '../../protocol/keys.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Issuer } from '../harness/issuer.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { codeOf, isRefusal, summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { foreignOcid, unpaidOrder } from './orders.ts'
import { control } from './proofs.ts'

/** "Receiver checks", of which the order of these shows. */
const checks = ['issuer', 'signature', 'recipient'] as const
type Condition = (typeof checks)[number]

/** A proof for an unpaid order over the right amount, with exactly these conditions violated. */
const attempt = async (stage: Stage, violated: readonly Condition[], as: Issuer): Promise<Answer> => {
  const has = (condition: Condition) => violated.includes(condition)
  const issuer = has('issuer') ? stage.gateway2 : stage.gateway
  const order = await unpaidOrder(stage)
  const to = { ocid: has('recipient') ? foreignOcid(stage) : stage.ocid, reference: order.id }
  const proof = issuer.proof(order, { to })
  return stage.deliver(issuer.signs(proof, has('signature') ? { key: generatePrivateKey() } : {}), { as })
}

const isOfLayer = (answer: Answer) => authenticationCodes.some(code => code === codeOf(answer))

/** A refusal of the operation itself: who sends for another, or is no issuer, may be stopped before. */
const isShown = (answer: Answer) => isRefusal(answer) && !isOfLayer(answer)

/** Who shows a condition when it is violated alone: with the issuer it is one of the two who send it. */
type Shown = { as: Issuer; answer: Answer }

const shownBy = async (stage: Stage, condition: Condition): Promise<Shown[]> => {
  const senders = condition === 'issuer' ? [stage.gateway2, stage.gateway] : [stage.gateway]
  const answers = senders.map(async as => ({ as, answer: await attempt(stage, [condition], as) }))
  const shown = (await Promise.all(answers)).filter(({ answer }) => isShown(answer))
  const named = shown.filter(({ answer }) => codeOf(answer) === 'ISSUER_NOT_ACCEPTED')
  return named.length > 0 ? named : shown
}

/** What the target answers to each condition alone, as far as it refuses it. */
const shownAlone = async (stage: Stage): Promise<Map<Condition, Shown[]>> => {
  const answers = await Promise.all(checks.map(async one => [one, await shownBy(stage, one)] as const))
  return new Map(answers.filter(([, shown]) => shown.length > 0))
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
    const answers = subset.map(one => alone.get(one)?.[0]?.answer)
    return answers.every(one => one !== undefined) && new Set(answers.map(one => one && summary(one))).size > 1
  })

/** POST /transfer/webhook: the order of its checks. */
export const webhookOrder = defineSuite({ id: 'webhook-order', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhookOrder

clause('WEBHOOK-05', 'several conditions violated at once', async stage => {
  await control(stage)
  const alone = await shownAlone(stage)
  const tried = telling(alone)
  if (tried.length === 0) notApplicable('The target refuses too few of the conditions alone to show an order.')
  await Promise.all(tried.map(subset => answersFirst(stage, subset, alone)))
  await control(stage)
})

const answersFirst = async (
  stage: Stage,
  violated: readonly [Condition, ...Condition[]],
  alone: ReadonlyMap<Condition, readonly Shown[]>,
) => {
  const [first] = violated
  const shown = alone.get(first) ?? []
  const answers = await Promise.all(shown.map(({ as }) => attempt(stage, violated, as)))
  const isFirst = answers.some((answer, at) => summary(answer) === (shown[at] && summary(shown[at].answer)))
  holds(isFirst, `with ${violated.join(', ')} violated, ${first} is not what answers`, {
    expected: shown.map(({ answer }) => summary(answer)).join(' or '),
    actual: answers.map(summary).join(', '),
  })
}
