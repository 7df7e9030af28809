/** TRANSFER-06 · Source account missing: 400 ACCOUNT_NOT_FOUND. */

import { defineSuite } from '../../../harness/clause.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import { otherOcids } from '../../members/values/similar-numbers.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { expectOthersRefused } from './full-transfer.ts'

const { clause } = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

clause(
  'TRANSFER-06',
  { id: 'source-that-is-nearly-an-account', title: 'source similar to an account' },
  // The partner may not debit the shorter one either, whoever owns it.
  context =>
    expectOthersRefused(context, Object.values(otherOcids(context.partner.ocid)), from => ({
      from,
      to: context.merchant,
    })),
  { fromTable: true },
)

const refusals = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })

refusals.clause('TRANSFER-06', 'source account missing', async context => {
  const { app, merchant, partner } = context
  await createTransfer(context)
  // Sent by the owner, then by another caller: a target may check the permission (TRANSFER-10) or the caller first.
  const asOwner = await context.transfer({ from: app, to: merchant }, { as: app })
  if (asOwner.status === 400 && codeOf(asOwner) === 'ACCOUNT_NOT_FOUND') return
  await context.transfer({ from: app, to: merchant }, { as: partner }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})
