/** ORDER-12 · Whether urls.order answers without authentication headers. */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { retrievePublicly } from '../../support/merchant/order-retrieval.ts'
import { answerOf } from '../../support/observations.ts'
import { isAuthenticationRequired } from '../../support/reachability.ts'
import { firstAddress } from './first-address.ts'

const { clause } = defineSuite({ id: 'order-choices', roles: ['merchant'], operations: ['orders.create'] })

clause.observe('ORDER-12', 'urls.order without authentication headers', async context => {
  const response = await retrievePublicly(context, await firstAddress(context))
  if (response === undefined) return context.observe({ 'urls.order': 'nothing listens there' })
  const found = isAuthenticationRequired(response)
    ? 'asks for headers'
    : isSuccess(response)
      ? 'answers'
      : answerOf(response)
  context.observe({ 'urls.order': found }, summary(response))
})
