/**
 * NOTIFY-05 · A webhook that fails, hangs or answers nonsense neither undoes nor blocks the transfer; verify still
 * shows completed.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { isClientError, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { awaitLaterNotification } from '../../support/gateway/hosted-page/session-notifications.ts'
import { waitForNotifications } from '../../support/gateway/notification/notifications.ts'
import { readTransaction } from '../../support/gateway/transactions.ts'
import { isUnrelated, undecided } from '../../support/probe.ts'

const { clause } = defineSuite({ id: 'notification-faults', roles: ['gateway'], operations: ['transfer.create'] })

const behaviours: Record<string, Behaviour> = {
  'that fails': { status: 500 },
  'that hangs': { hang: true },
  'that answers nonsense': { body: '<html>{', contentType: 'text/html' },
  'that cuts the connection': { disconnect: true },
  'that never ends its answer': { endless: true },
}

const statusAtVerify = async (context: CheckContext, transfer: JsonObject): Promise<unknown> => {
  const txid = memberOf(transfer.proof, 'txid')
  return typeof txid === 'string' ? memberOf((await readTransaction(context, txid)).json, 'status') : undefined
}

const expectUnharmed = async (context: CheckContext, title: string, behaviour: Behaviour): Promise<void> => {
  const { patience, http } = context.run
  const timeoutMs = waits.transfer.ms + 4 * http.latencyMs
  const to = { ocid: context.merchant.ocid, reference: context.fresh('trouble') }
  const control = await context.transfer({ from: context.partner, to: context.merchant }).asControl()
  context.afterwards(context.counterpart.answerNotification({ reference: to.reference }, [behaviour]))
  const response = await context.idle(context.transfer({ from: context.partner, to }, { timeoutMs }).evenSilent())
  if (isClientError(response) && isUnrelated(response)) undecided('Whether the webhook delays the transfer', response)
  expectThat(isSuccess(response), `a webhook ${title} delays or undoes the transfer`, {
    expected: `a 2xx within ${Math.ceil(timeoutMs / 1000)} s`,
    actual: summary(response),
  })
  await waitForNotifications(context, [to.reference], { ms: patience.usualMs })
  await awaitLaterNotification(context)
  // If verify does not show the control as completed either, VERIFY-01 fails.
  if ((await statusAtVerify(context, control)) !== 'completed') return
  const status = await statusAtVerify(context, response.json as JsonObject)
  expectThat(status === 'completed', `after a webhook ${title} verify does not show the transfer`, {
    expected: 'completed',
    actual: status,
  })
}

for (const [title, behaviour] of Object.entries(behaviours))
  clause('NOTIFY-05', `webhook ${title}`, context => expectUnharmed(context, title, behaviour), {
    hangs: behaviour.hang === true || behaviour.endless === true,
    firstLook: behaviour.hang === true,
  })
