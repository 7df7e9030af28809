/** WEBHOOK-02 · proof.issuer not accepted: 400 ISSUER_NOT_ACCEPTED. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import {
  describeProofResponse,
  expectNotAccepted,
  expectStillUnpaid,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import {
  acceptedByOrders,
  expectIssuerRefused,
  isIssuerRefusal,
  unacceptedIssuer,
} from '../../support/merchant/unaccepted-issuer.ts'
import { proofsInStates, similarAccounts } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-members', roles: ['merchant'], operations: ['transfer.webhook'] })

/** The optional member of a proof: a program may handle a proof with it differently. */
const memo = { memo: 'Conformance proof' }

clause('WEBHOOK-02', 'issuer that is not accepted, and a memo', async context => {
  const { gateway } = context
  const gateway2 = await unacceptedIssuer(context)
  await sendProofControl(context)
  for (const as of [gateway2, gateway]) {
    const body = gateway2.signs(gateway2.proof(await unpaidOrder(context), memo))
    expectNotAccepted(await context.deliver(body, { as }), 'a proof by an issuer that it does not accept')
  }
})

const webhook = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

webhook.clause('WEBHOOK-02', 'proof that names its recipient as its issuer', async context => {
  await sendProofControl(context)
  const { gateway, ocid } = context
  if ((await acceptedByOrders(context)).includes(ocid)) notApplicable('The orders of the target accept its own proofs.')
  const responses = []
  for (const as of [gateway, context.gateway2]) {
    const proof = { ...gateway.proof(await unpaidOrder(context)), issuer: ocid }
    responses.push(await context.deliver(gateway.signs(proof), { as }))
  }
  for (const response of responses) expectNotAccepted(response, 'a proof that names its recipient as its issuer')
  // A target that accepts proofs only from their issuers may refuse the sender with another code.
  const isLookedUp = responses.every(response => codeOf(response) === 'PROOF_SIGNATURE_INVALID')
  expectThat(!isLookedUp, 'the merchant accepts itself as an issuer', {
    expected: '400 ISSUER_NOT_ACCEPTED',
    actual: responses.map(describeProofResponse).join(', '),
  })
})

webhook.clause('WEBHOOK-02', 'issuer that is not accepted', async context => {
  await sendProofControl(context)
  const { gateway } = context
  const gateway2 = await unacceptedIssuer(context)
  const order = await unpaidOrder(context)
  const responses = []
  for (const as of [gateway2, gateway])
    responses.push(await context.deliver(gateway2.signs(gateway2.proof(order)), { as }))
  expectIssuerRefused(responses)
  await expectStillUnpaid(context, gateway.signs(gateway.proof(order)), 'a proof by an unaccepted issuer')
  await sendProofControl(context)
})

const states = defineSuite({ id: 'webhook-states', roles: ['merchant'], operations: ['transfer.webhook'] })

/** The accepted issuers may depend on the order (WEBHOOK-16), so the proof needs an order. */
const proofsOfOrders = Object.entries(proofsInStates).filter(([what]) => what !== 'an order that does not exist')

for (const [what, proofOf] of proofsOfOrders)
  states.clause('WEBHOOK-02', `proof of ${what}, by an issuer that is not accepted`, async context => {
    const { gateway } = context
    const gateway2 = await unacceptedIssuer(context)
    await sendProofControl(context)
    const responses = []
    for (const as of [gateway2, gateway]) {
      const proof = { ...(await proofOf(context)), issuer: gateway2.ocid }
      responses.push(await context.deliver(gateway2.signs(proof), { as }))
    }
    expectIssuerRefused(responses)
  })

const alike = defineSuite({ id: 'webhook-alike', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Returns whether a proof of an unaccepted issuer is refused for its issuer when an accepted issuer sends it. */
const tellsIssuer = async (context: CheckContext): Promise<boolean> => {
  const { gateway } = context
  const gateway2 = await unacceptedIssuer(context)
  const proof = gateway2.signs(gateway2.proof(await unpaidOrder(context)))
  return isIssuerRefusal(await context.deliver(proof, { as: gateway }))
}

/** A larger OCID may be refused for its size. */
const largestPlain = 2 ** 31 - 1

/** Returns whether an OCID is valid but unassigned. */
const isPlain = ({ run }: CheckContext, ocid: number): boolean =>
  ocid > 0 && ocid <= largestPlain && Object.values(run.identities).every(other => other.ocid !== ocid)

alike.clause.property<string[]>(
  'WEBHOOK-02',
  { id: 'issuers-that-are-alike', title: 'similar issuers' },
  async context => {
    await sendProofControl(context)
    const isTold = await tellsIssuer(context)
    const accepted = await acceptedByOrders(context)
    const issuers: Readonly<Record<string, number>> = {
      ...similarAccounts(context.gateway.ocid),
      'with a digit behind': 10 * context.gateway.ocid + 1,
    }
    const names = Object.keys(issuers)
    return {
      arbitrary: () => someOf(names),
      examples: unlessQuick(context, [names]),
      runs: 2,
      test: async (on, drawn) => {
        const { gateway } = on
        const order = await unpaidOrder(on)
        for (const name of drawn) {
          const issuer = issuers[name] ?? 0
          const response = await on.deliver(gateway.signs(gateway.proof(order, { issuer })))
          expectNotAccepted(response, `a proof of the issuer ${issuer}, signed by ${gateway.ocid}`)
          if (isTold && isPlain(on, issuer) && !accepted.includes(issuer))
            expectThat(isIssuerRefusal(response), `the issuer ${issuer} is not refused as unaccepted`, {
              expected: `400 ISSUER_NOT_ACCEPTED, as for ${on.gateway2.ocid}`,
              actual: describeProofResponse(response),
            })
        }
      },
    }
  },
)
