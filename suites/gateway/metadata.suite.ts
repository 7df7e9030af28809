import { isCurrency } from '../../protocol/currency.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { isAnswered, knock } from '../answered.ts'
import { calls, send } from '../authenticated.ts'
import { isDeclared, requireDeclared } from '../declared.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { Blocked, blocked, holds, notApplicable } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'

/** What a gateway says of itself beyond every role's metadata. Heading: Metadata document. */
export const gatewayMetadata = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })
const { clause } = gatewayMetadata

const settlementOf = ({ session }: Stage) => {
  if (session.metadata.status !== 200) blocked('there is no metadata document (META-01)')
  return member(member(session.metadata.json, 'config'), 'settlement')
}

clause('META-09', 'settlement', async stage => {
  const settlement = settlementOf(stage) ?? notApplicable('The target publishes no config.settlement.')
  const [currencies, accepts] = [member(settlement, 'currencies'), member(settlement, 'accepts')]
  holds(
    Array.isArray(currencies) && currencies.every(isCurrency),
    'settlement.currencies is no list of ISO 4217 codes',
    {
      expected: 'an array of ISO 4217 codes',
      actual: currencies ?? 'nothing',
    },
  )
  holds(Array.isArray(accepts) && accepts.every(Number.isInteger), 'settlement.accepts is no list of OCIDs', {
    expected: 'an array of integers',
    actual: accepts ?? 'nothing',
  })
})

clause('META-18', 'currencies that are settled', async stage => {
  const currencies = member(settlementOf(stage), 'currencies')
  // Whether they are codes is another row's affair (META-09).
  holds(Array.isArray(currencies) && currencies.length > 0, 'the gateway publishes no currencies', {
    expected: 'config.settlement.currencies, not empty',
    actual: settlementOf(stage) ?? 'no settlement',
  })
})

/** Verify of a payment, since a txid that nobody knows may look like a path that nobody knows. */
const verified = async (stage: Stage): Promise<Answer> => {
  const payment = await stage.pay(stage.paymentOf(stage.merchant))
  return stage.verify(String(member(payment.json, 'txid') ?? stage.fresh('tx')))
}

/** A correct call where the identities for it are there, else one without authentication. */
const called = async (stage: Stage, operation: OperationName): Promise<Answer | undefined> => {
  const call = calls.find(one => one.operation === operation)
  try {
    if (operation === 'verify') return await verified(stage)
    if (call) return await send(stage, call, call.body(stage))
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
  return knock(stage, operation, stage.session.target.apiUrl)
}

const shown = ['orders.checkout', 'transfer.create', 'payment.create', 'verify'] as const

for (const operation of shown)
  clause(
    'META-07',
    `declared ${operations[operation].capability} answered`,
    async stage => {
      requireDeclared(stage, operation)
      const answer = await called(stage, operation)
      holds(answer !== undefined && isAnswered(answer), `${operation} is declared, and not answered`, {
        expected: 'an answer of the operation: not 404, 405 or 501',
        actual: answer ? summary(answer) : 'nothing listens there',
      })
    },
    { operations: ['metadata', operation] },
  )

const others = ['transfer.webhook', 'payment.settle', ...shown] as const

clause.observe('META-17', 'capabilities without an operation, and operations without a capability', async stage => {
  const found = others.map(async operation => {
    const answer = await knock(stage, operation, stage.session.target.apiUrl)
    const answers = answer && isAnswered(answer) ? 'answered' : 'not answered'
    const capability = operation === 'transfer.webhook' ? isListed(stage, operation) : isDeclared(stage, operation)
    return [operation, `${capability ? 'declared' : 'not declared'}, ${answers}`] as const
  })
  stage.observe(Object.fromEntries(await Promise.all(found)))
})

/** transfer.webhook is a merchant's operation; a gateway that lists it says something that the document does not explain. */
const isListed = ({ session }: Stage, capability: string): boolean => {
  const listed = member(member(session.metadata.json, 'config'), 'capabilities')
  return Array.isArray(listed) && listed.includes(capability)
}
