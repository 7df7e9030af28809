import { declaredCapabilities, isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { Blocked, expectThat } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { authenticatedOperations, send } from '../../support/authentication/authenticated-operations.ts'
import { isAnswered, probeOperation } from '../../support/reachability.ts'

/** The capabilities of a gateway and its operations. Heading: Metadata document. */
const { clause } = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })

/** Verifies a payment, since the response to an unknown txid may equal that to an unknown path. */
const verifyPayment = async (context: CheckContext): Promise<HttpResponse> => {
  const payment = await context.pay(context.paymentOf(context.merchant))
  return context.verify(textOf(memberOf(payment.json, 'txid') ?? context.fresh('tx')), { isUnknown: true })
}

/** Sends a correct request if its identities are provisioned, else one without authentication. */
const callOperation = async (context: CheckContext, name: OperationName): Promise<HttpResponse | undefined> => {
  const operation = authenticatedOperations.find(candidate => candidate.name === name)
  try {
    if (name === 'verify') return await verifyPayment(context)
    if (operation) return await send(context, operation, operation.body(context))
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
  return probeOperation(context, name, context.run.target.apiUrl)
}

const documented = ['orders.checkout', 'transfer.create', 'payment.create', 'verify'] as const

for (const name of documented)
  clause(
    'META-07',
    `declared ${operations[name].capability} answered`,
    async context => {
      const response = await callOperation(context, name)
      expectThat(response !== undefined && isAnswered(response), `${name} is declared but does not respond`, {
        expected: 'a response of the operation: not 404, 405 or 501',
        actual: response ? summary(response) : 'nothing listens there',
      })
    },
    { operations: ['metadata', name] },
  )

/** Tells whether a capability is listed; transfer.webhook is a merchant's, and the document does not explain it for a gateway. */
const isListed = (context: CheckContext, name: OperationName): boolean =>
  name === 'transfer.webhook' ? (declaredCapabilities(context.run)?.includes(name) ?? false) : isDeclared(context, name)

clause.observe('META-17', 'capabilities without an operation, and operations without a capability', async context => {
  const words = (['transfer.webhook', 'payment.settle', ...documented] as const).map(async name => {
    const response = await probeOperation(context, name, context.run.target.apiUrl)
    const answered = response && isAnswered(response) ? 'answered' : 'not answered'
    return [name, `${isListed(context, name) ? 'declared' : 'not declared'}, ${answered}`] as const
  })
  context.observe(Object.fromEntries(await Promise.all(words)))
})
