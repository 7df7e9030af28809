/** WEBHOOK-04 · proof.to.ocid is not the receiver: 400 INVALID_PROOF. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { foreignOcid, unpaidOrder } from '../../support/merchant/orders.ts'
import {
  describeProofResponse,
  expectNotAccepted,
  expectStillUnpaid,
  payAsControl,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { proofsInStates, similarAccounts } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-members', roles: ['merchant'], operations: ['transfer.webhook'] })

/** The optional member of a proof: a program may handle a proof with it differently. */
const memo = { memo: 'Conformance proof' }

clause('WEBHOOK-04', 'proof for another recipient, and a memo', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const order = await unpaidOrder(context)
  const proof = gateway.proof(order, { ...memo, to: { ocid: foreignOcid(context), reference: order.id } })
  expectNotAccepted(await context.deliver(gateway.signs(proof)), 'a proof for another recipient')
})

const webhook = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

webhook.clause('WEBHOOK-04', 'proof for another recipient', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const order = await unpaidOrder(context)
  const own = { ocid: context.ocid, reference: order.id }
  // A refund goes from the merchant to another account.
  for (const ocid of [foreignOcid(context), gateway.ocid])
    for (const from of [{}, { from: own }]) {
      const proof = gateway.proof(order, { to: { ocid, reference: order.id }, ...from })
      await context.deliver(gateway.signs(proof)).expectRefusal(400, 'INVALID_PROOF')
    }
  await expectStillUnpaid(context, gateway.signs(gateway.proof(order)), 'a proof for another recipient')
})

const states = defineSuite({ id: 'webhook-states', roles: ['merchant'], operations: ['transfer.webhook'] })

for (const [what, proofOf] of Object.entries(proofsInStates))
  states.clause('WEBHOOK-04', `proof of ${what}, for another recipient`, async context => {
    await sendProofControl(context)
    const proof = await proofOf(context)
    const to = { ...proof.to, ocid: foreignOcid(context) }
    await context.deliver(context.gateway.signs({ ...proof, to })).expectRefusal(400, 'INVALID_PROOF')
  })

const alike = defineSuite({ id: 'webhook-alike', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Fails the clause unless a proof for another recipient is refused. A target may refuse its OCID for its size. */
const expectRefused = async (context: CheckContext, ocids: readonly number[]) => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  for (const ocid of ocids) {
    const proof = gateway.proof(order, { to: { ocid, reference: order.id } })
    const response = await context.deliver(gateway.signs(proof))
    expectThat(!isSuccess(response), `a proof for ${ocid} is not refused`, {
      expected: `400 INVALID_PROOF: the merchant is ${context.ocid}`,
      actual: describeProofResponse(response),
    })
  }
  await payAsControl(context, gateway.signs(gateway.proof(order)))
}

alike.clause.property<string[]>(
  'WEBHOOK-04',
  { id: 'recipients-that-are-alike', title: 'similar recipients' },
  async context => {
    await sendProofControl(context)
    const alike = similarAccounts(context.ocid)
    const names = Object.keys(alike)
    return {
      arbitrary: () => someOf(names),
      examples: unlessQuick(context, [names]),
      runs: 2,
      test: (on, drawn) =>
        expectRefused(
          on,
          drawn.map(name => alike[name] ?? 0),
        ),
    }
  },
)
