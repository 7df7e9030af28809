/**
 * TRANSFER-17 · External transfer: a partner with a reserve account debits it by naming itself in from.ocid (internal
 * transfers are those of the gateway's own app, whose key nobody else has).
 */

import { defineSuite } from '../../../harness/clause.ts'

const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-17', 'partner debits its reserve account', async context => {
  const { partner, merchant } = context
  await context.transfer({ from: partner, to: merchant }, { as: partner }).expectProcessed()
})
