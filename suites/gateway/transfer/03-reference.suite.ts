/**
 * TRANSFER-03 · proof.to.reference is to.reference, or order.id when that is absent (both given and different:
 * TRANSFER-18).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { overMessages } from '../../members/property.ts'
import { edit } from '../../support/edit.ts'
import { createTransfer, proofOf, referencedOrder } from '../../support/gateway/transactions.ts'
import { anyTransfers, expectEchoed } from './any-transfer.ts'
import { fullTransfer } from './full-transfer.ts'

const { clause } = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-03', 'order, and a reference that is null', async context => {
  await createTransfer(context)
  const body = fullTransfer(context)
  const { ocid } = context.merchant
  const response = await context.call(
    'transfer.create',
    { ...body, to: { ocid, reference: null } },
    { as: context.partner },
  )
  // Null may be refused, since it is not a string.
  if (!isSuccess(response)) return
  const reference = memberOf(proofOf(response.json).to, 'reference')
  // The document does not say whether null counts as absent.
  if (reference !== undefined && reference !== null)
    expectSame(reference, memberOf(body.order, 'id'), 'proof.to.reference of a transfer whose to.reference is null')
})

const transfer = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

transfer.clause('TRANSFER-03', 'recipient with a reference', async context => {
  const reference = context.fresh('ref')
  const to = { ocid: context.merchant.ocid, reference }
  const proof = proofOf(await context.transfer({ from: context.partner, to }).asControl())
  expectSame(memberOf(proof.to, 'reference') ?? 'absent', reference, 'proof.to.reference')
})

/** Makes a transfer for an order, to a recipient without a reference. */
const transferForOrder = (context: CheckContext, order: { id: string; urls: string[] }) => {
  const body = context.transferOf({ from: context.partner, to: context.merchant, order }) as JsonObject
  return context.call('transfer.create', edit(body, 'to.reference', undefined), { as: context.partner })
}

transfer.clause('TRANSFER-03', 'order alone', async context => {
  await createTransfer(context)
  const { orderReference } = referencedOrder(context, 1)
  const proof = proofOf(await transferForOrder(context, orderReference).expectProcessed())
  const reference = memberOf(proof.to, 'reference') ?? 'absent'
  expectSame(reference, orderReference.id, 'proof.to.reference of a transfer that names only its order')
})

clause.property(
  'TRANSFER-03',
  'any reference in the proof',
  overMessages({ ...anyTransfers, test: expectEchoed('TRANSFER-03') }),
)
