/** AUTH-06 · A request signature that does not verify is refused with INVALID_SIGNATURE. */

import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, type PendingResponse } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { excessiveAmount } from '../../support/gateway/currencies.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'gateway-authentication', roles: ['gateway'], operations: ['transfer.create'] })

/** Sends a request as a caller whose requests other checks do not forge. */
type SendAs = (context: CheckContext, as: Actor, sendOptions: Partial<SendOptions>) => PendingResponse

const checkout: SendAs = (context, as, sendOptions) => {
  const merchant = context.asMerchant(as)
  return context.checkout(merchant.signs(merchant.order()), { as, ...sendOptions })
}

const transfer: SendAs = (context, as, sendOptions) =>
  context.transfer({ from: as, to: context.partner }, { as, ...sendOptions })

const otherCallers: Readonly<Record<string, SendAs>> = {
  merchant2: checkout,
  purse1: transfer,
  purse2: transfer,
  purse3: transfer,
  purse4: transfer,
}

/** Returns whether a target checks the balance before the signature, and so refuses an empty purse for its balance. */
const isBalanceFirst = async (context: CheckContext): Promise<boolean> => {
  const { merchant, partner } = context
  const overdraft = { from: partner, to: merchant, amount: excessiveAmount(context) }
  return codeOf(await context.transfer(overdraft, { as: partner, key: generatePrivateKey() })) !== 'INVALID_SIGNATURE'
}

clause('AUTH-06', 'each other caller, signed by an unknown key', async context => {
  const { identities } = context.run
  await createTransfer(context)
  if (await isBalanceFirst(context)) notApplicable('The target checks the balance before the signature.')
  for (const [name, sendAs] of Object.entries(otherCallers)) {
    const as = identities[name]
    if (as === undefined || (sendAs === checkout && !isDeclared(context, 'orders.checkout'))) continue
    // An unregistered caller is a configuration mistake, which the preflight reports.
    await sendAs(context, as, { key: generatePrivateKey() }).expectRefusalWith('INVALID_SIGNATURE', 'UNKNOWN_OCID')
  }
})
