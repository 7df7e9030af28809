import { defineSuite } from '../../../harness/clause.ts'
import { blocked } from '../../../harness/outcome.ts'
import { createTransfer, txidOf } from '../../support/gateway/transactions.ts'
import { expectStillCompleted, remember } from '../../support/gateway/verify/completed-transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['transfer.create', 'verify'],
})
const { clause } = suite

/** It begins with the run, so that as much as possible comes between. */
const early = { waits: true } as const

clause(
  'FLOW-03',
  'completed transfer at the end of the run',
  async context => {
    const model = { context, completed: new Map() }
    await remember(model, txidOf(await createTransfer(context)))
    if (model.completed.size === 0) blocked('verify does not show a transfer as completed (TRANSFER-14)')
    context.atEndOfRun(() => expectStillCompleted(model))
  },
  early,
)

/** What is completed stays completed, however many transactions come after it. Heading: States and transitions. */
export const gatewayFlowEnd = whereDeclared(suite)
