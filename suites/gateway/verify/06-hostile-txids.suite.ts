/** VERIFY-06 · Hostile txids (dots, slashes, percent-escapes, NUL, very long) give a 4xx, never a 5xx. */

import { randomUUID } from 'node:crypto'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { type HostileTxid, hostileTxids } from '../../support/gateway/verify/hostile-txids.ts'

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })

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
