/** CALLBACK-11 · The callback is a redirect of the browser only: the provider itself sends nothing to callback_url. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { blocked, fail, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { isLocalhost } from '../../../protocol/localhost.ts'
import { requireCaused } from '../../support/caused.ts'
import { listenForCallbacks } from '../../support/kyc/callback-listener.ts'
import { decideAsControl, programUser } from '../../support/kyc/consent-flow.ts'
import { isAdmitted, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { withEach } from '../../support/kyc/with-each.ts'

const { clause } = defineSuite({ id: 'callback-safety', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const remedy = 'give the counterpart an HTTPS address that the target can reach (--public-url)'

/** Not applicable if the document forbids the counterpart's own address ("localhost is not allowed in production"). */
const requireAllowed = ({ run, counterpart }: CheckContext) => {
  if (run.target.environment === 'production' && isLocalhost(new URL(counterpart.baseUrl).hostname))
    notApplicable(`In production no callback address is on localhost, where the counterpart is: ${remedy}.`)
}

clause('CALLBACK-11', 'nothing sent to the callback address', async context => {
  requireAllowed(context)
  const listener = await listenForCallbacks(context)
  if (listener === undefined)
    return blocked(`there is no known callback address at which the counterpart would see the target: ${remedy}`)
  const responses = await withEach(
    context,
    listener.addresses,
    async address => [address, await sendGrantRequest(context, { callback_url: address })] as const,
  )
  const admitted = responses.filter(([, response]) => isAdmitted(response)).map(([address]) => address)
  if (admitted.length === 0) {
    const refusals = responses.map(([address, response]) => `${address}: ${summary(response)}`).join(', ')
    blocked(
      `the target accepts no callback address at which the counterpart listens (${refusals}): register one of them, or ${remedy}`,
    )
  }
  // A person's browser would connect to the address as well.
  const decide = (address: string) =>
    decideAsControl(context, { request: { callback_url: address }, user: programUser(context, address) })
  const { secret } = listener
  const isSecret = secret !== undefined && admitted.includes(secret)
  const act = async () => {
    for (const address of isSecret ? [secret] : admitted) await decide(address)
  }
  await act()
  const withinMs = waits.callbackRequest.ms[context.run.depth]
  const until = performance.now() + withinMs
  context.atEndOfRun(async () => {
    const isConnection = listener.isConnection(isSecret)
    const connection = await context.idle(listener.connection(isConnection, Math.max(0, until - performance.now())))
    if (connection === undefined) return
    if (!isSecret) await requireCaused(context, isConnection, { act, withinMs })
    fail('the provider itself connects to the callback address', {
      expected: 'no connection',
      actual: `${connection.method || 'a TLS connection'} ${connection.path}`.trim(),
    })
  })
})
