/**
 * VERIFY-08 · Whether verify repeats the signature that was first made or signs the same proof afresh; to.reference of
 * a transfer that names no order.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { isSameJson } from '../../../harness/outcome.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { proofOf, txidOf } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })

/** Compares to.reference of a transfer without an order with the one that verify returns. */
const referenceWord = (transfer: JsonObject, response: HttpResponse): string => {
  const original = memberOf(proofOf(transfer).to, 'reference')
  const later = memberOf(memberOf(memberOf(response.json, 'proof'), 'to'), 'reference')
  if (later === undefined) return 'absent'
  return isSameJson(original, later) ? 'as in the proof' : 'another'
}

clause.observe(
  'VERIFY-08',
  'signature of verify and reference without an order',
  async context => {
    const { partner, merchant } = context
    const transfer = await context.transfer({ from: partner, to: merchant }).asControl()
    const response = await context.verify(txidOf(proofOf(transfer)))
    const isRepeated = isSameJson(memberOf(response.json, 'signature'), transfer.signature)
    context.observe({
      'signature at verify': isRepeated ? 'repeated' : 'made afresh',
      'to.reference without an order': referenceWord(transfer, response),
    })
  },
  { operations: ['verify', 'transfer.create'] },
)
