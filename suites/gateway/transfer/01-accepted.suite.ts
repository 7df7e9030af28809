/** TRANSFER-01 · A valid transfer gives 200 { proof, signature } that fits the schema and verifies. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import type { Json } from '../../../protocol/json/json.ts'
import { anyOmission, omissionSamples, withoutMembers } from '../../members/absences.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { fullTransfer, optional } from './full-transfer.ts'

const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-01', 'valid transfer', async context => {
  const { partner: from, merchant: to } = context
  const response = context.transfer({ from, to, memo: 'Conformance transfer' })
  const { proof, signature } = await response.expectAccepted('signed-proof')
  expectSignedByTarget(context, 'the proof of a transfer', { payload: proof as Json, signature })
})

const members = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

members.clause.property<string[]>('TRANSFER-01', 'transfers without some of their optional members', async control => {
  await createTransfer(control)
  return {
    arbitrary: () => anyOmission(optional),
    examples: omissionSamples(optional),
    runs: 2,
    test: async (context, names) => {
      const body = withoutMembers(fullTransfer(context), names)
      await context.call('transfer.create', body, { as: context.partner }).expectAccepted('signed-proof')
    },
  }
})
