import { randomUUID } from 'node:crypto'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { type HostileTxid, hostileTxids } from '../../support/gateway/hostile-txids.ts'
import { knownTxid } from '../../support/gateway/transactions.ts'
import { unknownLike } from '../../support/gateway/unknown-txid.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })
const { clause } = suite

const isTxidNotFound = (response: HttpResponse) => response.status === 404 && codeOf(response) === 'TXID_NOT_FOUND'

clause('VERIFY-01', 'unknown txid', async context => {
  // A txid in the target's own form, so that a check of the form does not refuse it.
  const known = context.run.identities.app ? await knownTxid(context) : undefined
  const unknown = known === undefined ? randomUUID() : unknownLike(known)
  const response = await context.verify(unknown, { isUnknown: true })
  if (known === undefined && !isTxidNotFound(response))
    blocked('verify does not know a payment or a transfer that was just made')
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

/** An unknown or hostile txid is refused. Heading: GET /verify/{txid}. */
export const verifyRefusals = whereDeclared(suite)
