/**
 * AUTH-20 · The public operations of the role (metadata.json, verify/{txid}, kyc/grant/{ocid}) need none of the
 * headers.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { readMetadata } from '../../support/metadata-document.ts'
import { expectPublic } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'gateway-authentication', roles: ['gateway'], operations: ['orders.checkout'] })

clause(
  'AUTH-20',
  'metadata without any header',
  async context => expectPublic(await readMetadata(context), 'GET /metadata.json'),
  { operations: ['metadata'] },
)

clause(
  'AUTH-20',
  'verify without any header',
  async context => {
    expectPublic(await context.get(`/verify/${context.fresh('tx')}`, { headers: [] }), 'GET /verify/{txid}')
    const payment = await context.pay(context.paymentOf(context.merchant))
    const txid = memberOf(payment.json, 'txid')
    if (!isSuccess(payment) || typeof txid !== 'string') return
    const response = await context.get(`/verify/${inAddress(txid)}`, { headers: [] })
    expectPublic(response, 'GET /verify/{txid} of a payment')
  },
  { operations: ['verify'] },
)
