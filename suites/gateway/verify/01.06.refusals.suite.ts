import { randomUUID } from 'node:crypto'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { type HostileTxid, hostileTxids } from '../../support/gateway/verify/hostile-txids.ts'
import { verifyUnknown } from '../../support/gateway/verify/unknown-transaction.ts'

/** An unknown or hostile txid is refused. Heading: GET /verify/{txid}. */
const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })

const isTxidNotFound = (response: HttpResponse) => response.status === 404 && codeOf(response) === 'TXID_NOT_FOUND'

clause('VERIFY-01', 'unknown txid', async context => {
  const response = await verifyUnknown(context)
  expectThat(isTxidNotFound(response), 'an unknown txid is not refused as required', {
    expected: '404 TXID_NOT_FOUND',
    actual: summary(response),
  })
})

const expectHarmless = async (context: CheckContext, { name, path, isNormalized }: HostileTxid): Promise<void> => {
  const response = await context.get(`/verify/${path}`).evenSilent()
  const { status, silence } = response
  const isHarmless = !silence && status < 500 && (isNormalized || (status >= 400 && !isSuccess(response)))
  expectThat(isHarmless, `a hostile txid (${name}) is not refused as required`, {
    expected: 'a 4xx',
    actual: summary(response),
  })
}

clause('VERIFY-06', 'hostile txids', async context => {
  const control = await context.verify(randomUUID(), { isUnknown: true })
  if (control.status >= 500) blocked(`verify of an ordinary txid returns ${summary(control)}`)
  await Promise.all(hostileTxids.map(hostile => expectHarmless(context, hostile)))
})
