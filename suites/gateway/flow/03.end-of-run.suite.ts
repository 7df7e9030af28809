import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked } from '../../../harness/outcome.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { createTransfer, txidOf } from '../../support/gateway/transactions.ts'
import { expectStillCompleted, remember } from '../../support/gateway/verify/completed-transactions.ts'

/** What is completed stays completed, however many transactions come after it. Heading: States and transitions. */
const { clause } = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['transfer.create', 'verify'],
})

/** It begins with the run, so that as much as possible comes between. */
const early = { waits: true } as const

/** Fails the clause if verify shows a transaction as completed, and at the end of the run no longer. */
const expectKept = async (context: CheckContext, txid: unknown): Promise<void> => {
  const model = { context, completed: new Map() }
  await remember(model, txid)
  if (model.completed.size === 0)
    blocked('verify does not show the transaction as completed (TRANSFER-14, PAGE-08)', 'TRANSFER-14', 'PAGE-08')
  context.atEndOfRun(() => expectStillCompleted(model))
}

clause(
  'FLOW-03',
  'completed transfer at the end of the run',
  async context => expectKept(context, txidOf(await createTransfer(context))),
  early,
)

clause(
  'FLOW-03',
  'completed hosted payment at the end of the run',
  async context => expectKept(context, (await payForProof(context, await openSession(context))).proof.txid),
  { ...early, operations: ['orders.checkout', 'verify'] },
)
