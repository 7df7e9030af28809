/** TRANSFER-08 · Destination account missing: 400 ACCOUNT_NOT_FOUND. */

import { defineSuite } from '../../../harness/clause.ts'
import { withoutMembers } from '../../members/absences.ts'
import { similarOcids } from '../../members/values/similar-numbers.ts'
import { edit } from '../../support/edit.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { refusedWithAnyMembers } from '../../support/wire-format/any-members.ts'
import { expectOthersRefused, fullTransfer, optional, sendTransfer } from './full-transfer.ts'
import { expectRefusedAgain } from './refused-again.ts'

const { clause } = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

clause(
  'TRANSFER-08',
  { id: 'destination-that-is-nearly-an-account', title: 'destination similar to an account' },
  // A shorter one may belong to another account, which would be paid.
  context => expectOthersRefused(context, similarOcids(context.merchant.ocid), to => ({ from: context.partner, to })),
  { fromTable: true },
)

clause.property<string[]>(
  'TRANSFER-08',
  'destination account missing, whichever optional members there are',
  refusedWithAnyMembers({
    what: 'a transfer to a missing account',
    optional,
    control: createTransfer,
    send: (context, omitted) =>
      sendTransfer(context, withoutMembers(edit(fullTransfer(context), 'to.ocid', context.nobody.ocid), omitted)),
  }),
)

const refusals = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })

refusals.clause('TRANSFER-08', 'destination account missing', async context => {
  await createTransfer(context)
  await context.transfer({ from: context.partner, to: context.nobody }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})

refusals.clause('TRANSFER-08', 'destination that is known, and has no account', async context => {
  const { app, partner, run } = context
  await createTransfer(context)
  for (const to of [app, run.identities.stranger])
    if (to) await context.transfer({ from: partner, to }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})

refusals.clause('TRANSFER-08', 'destination account missing, sent again', context => {
  const { nobody, partner } = context
  return expectRefusedAgain(context, { from: partner, to: nobody, as: partner }, [400, 'ACCOUNT_NOT_FOUND'])
})
