import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { Blocked, blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isCurrency } from '../../../protocol/currency.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { authenticatedOperations, send } from '../../support/authenticated-operations.ts'
import { isDeclared, requireDeclared } from '../../support/capabilities.ts'
import { isAnswered, probeOperation } from '../../support/reachability.ts'

/** What a gateway says of itself beyond every role's metadata. Heading: Metadata document. */
export const gatewayMetadata = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })
const { clause } = gatewayMetadata

const settlementOf = ({ run }: CheckContext) => {
  if (run.metadata.status !== 200) blocked('there is no metadata document (META-01)')
  return member(member(run.metadata.json, 'config'), 'settlement')
}

clause('META-09', 'settlement', async context => {
  const settlement = settlementOf(context) ?? notApplicable('The target publishes no config.settlement.')
  const [currencies, accepts] = [member(settlement, 'currencies'), member(settlement, 'accepts')]
  expectThat(
    Array.isArray(currencies) && currencies.every(isCurrency),
    'settlement.currencies is no list of ISO 4217 codes',
    {
      expected: 'an array of ISO 4217 codes',
      actual: currencies ?? 'nothing',
    },
  )
  expectThat(Array.isArray(accepts) && accepts.every(Number.isInteger), 'settlement.accepts is no list of OCIDs', {
    expected: 'an array of integers',
    actual: accepts ?? 'nothing',
  })
})

clause('META-18', 'currencies that are settled', async context => {
  const currencies = member(settlementOf(context), 'currencies')
  // Whether they are codes is another row's affair (META-09).
  expectThat(Array.isArray(currencies) && currencies.length > 0, 'the gateway publishes no currencies', {
    expected: 'config.settlement.currencies, not empty',
    actual: settlementOf(context) ?? 'no settlement',
  })
})

/** Verify of a payment, since a txid that nobody knows may look like a path that nobody knows. */
const verified = async (context: CheckContext): Promise<HttpResponse> => {
  const payment = await context.pay(context.paymentOf(context.merchant))
  return context.verify(String(member(payment.json, 'txid') ?? context.fresh('tx')), { isUnknown: true })
}

/** A correct call where the identities for it are there, else one without authentication. */
const called = async (context: CheckContext, operation: OperationName): Promise<HttpResponse | undefined> => {
  const authenticated = authenticatedOperations.find(({ name }) => name === operation)
  try {
    if (operation === 'verify') return await verified(context)
    if (authenticated) return await send(context, authenticated, authenticated.body(context))
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
  return probeOperation(context, operation, context.run.target.apiUrl)
}

const shown = ['orders.checkout', 'transfer.create', 'payment.create', 'verify'] as const

for (const operation of shown)
  clause(
    'META-07',
    `declared ${operations[operation].capability} answered`,
    async context => {
      requireDeclared(context, operation)
      const response = await called(context, operation)
      expectThat(response !== undefined && isAnswered(response), `${operation} is declared, and not answered`, {
        expected: 'an answer of the operation: not 404, 405 or 501',
        actual: response ? summary(response) : 'nothing listens there',
      })
    },
    { operations: ['metadata', operation] },
  )

const others = ['transfer.webhook', 'payment.settle', ...shown] as const

clause.observe('META-17', 'capabilities without an operation, and operations without a capability', async context => {
  const found = others.map(async operation => {
    const response = await probeOperation(context, operation, context.run.target.apiUrl)
    const responses = response && isAnswered(response) ? 'answered' : 'not answered'
    const capability = operation === 'transfer.webhook' ? isListed(context, operation) : isDeclared(context, operation)
    return [operation, `${capability ? 'declared' : 'not declared'}, ${responses}`] as const
  })
  context.observe(Object.fromEntries(await Promise.all(found)))
})

/** transfer.webhook is a merchant's operation; a gateway that lists it says something that the document does not explain. */
const isListed = ({ run }: CheckContext, capability: string): boolean => {
  const listed = member(member(run.metadata.json, 'config'), 'capabilities')
  return Array.isArray(listed) && listed.includes(capability)
}
