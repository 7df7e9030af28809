/**
 * META-17 · What transfer.webhook means on a gateway (listed among its capabilities, but the operation is the
 * merchant's); whether an operation that is not declared is answered.
 */

import { declaredCapabilities, isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import { isAnswered, probeOperation } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'gateway-metadata', roles: ['gateway'], operations: ['metadata'] })

const documented = ['orders.checkout', 'transfer.create', 'payment.create', 'verify'] as const

/**
 * Returns whether a capability is listed; transfer.webhook belongs to merchants, and the document does not explain it for a gateway.
 */
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
