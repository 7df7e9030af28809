import { defineSuite } from '../../../harness/clause.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import type { Json } from '../../../protocol/json/json.ts'

/** A valid transfer is accepted with a signed proof. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-01', 'valid transfer', async context => {
  const { partner: from, merchant: to } = context
  const response = context.transfer({ from, to, memo: 'Conformance transfer' })
  const { proof, signature } = await response.expectAccepted('signed-proof')
  expectSignedByTarget(context, 'the proof of a transfer', { payload: proof as Json, signature })
})

clause('TRANSFER-17', 'partner debits its reserve account', async context => {
  const { partner, merchant } = context
  await context.transfer({ from: partner, to: merchant }, { as: partner }).expectProcessed()
})
