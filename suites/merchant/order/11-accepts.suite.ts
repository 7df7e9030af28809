/** ORDER-11 · accepts is true: a proof by an OCID that it lists is not refused as ISSUER_NOT_ACCEPTED. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { proofSignedBy, withRotatingIssuer } from '../../support/merchant/issuer-keys.ts'
import { signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { isAcceptance, payingProof } from '../../support/merchant/proofs.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

/** Returns up to five listed issuers, except those of the harness whose metadata other checks change. */
const issuersToTry = (context: CheckContext, accepts: unknown): number[] => {
  const excluded = [context.run.identities.unreliable?.ocid, context.run.identities.rotating?.ocid]
  const all = Array.isArray(accepts) ? accepts.filter((ocid): ocid is number => Number.isInteger(ocid)) : []
  return all.filter(ocid => !excluded.includes(ocid)).slice(0, 5)
}

/** Returns whether the target accepts proofs sent by someone other than their issuer. */
const acceptsRelayed = async (context: CheckContext): Promise<boolean> =>
  isAcceptance(await context.deliver(await payingProof(context), { as: context.gateway2 }))

/** The issuer is checked first, so even a proof signed with the wrong key reveals whether the issuer is accepted. */
const expectIssuerAccepted = async (context: CheckContext, issuer: number) => {
  const as = issuer === context.gateway2.ocid ? context.gateway2 : context.gateway
  const proof = context.gateway.proof(await unpaidOrder(context), { issuer })
  const response = await context.deliver(as.signs(proof), { as })
  if (codeOf(response) !== 'ISSUER_NOT_ACCEPTED') return
  fail(`the order accepts ${issuer}, but its proof is refused`, {
    expected: 'no ISSUER_NOT_ACCEPTED',
    actual: summary(response),
  })
}

clause(
  'ORDER-11',
  { id: 'proofs-by-those-whom-an-order-accepts', title: 'proofs by the issuers that an order accepts' },
  async context => {
    const { order } = await signedOrder(context)
    const accepts = issuersToTry(context, order.accepts)
    const isOurs = (ocid: number) => ocid === context.gateway.ocid || ocid === context.gateway2.ocid
    const others = accepts.some(ocid => !isOurs(ocid)) && (await acceptsRelayed(context))
    const tried = accepts.filter(ocid => isOurs(ocid) || others)
    if (tried.length === 0) notApplicable('The order does not list an issuer whose proofs the harness can send.')
    for (const issuer of tried) await expectIssuerAccepted(context, issuer)
  },
  { operations: ['orders.create', 'transfer.webhook'] },
)

clause(
  'ORDER-11',
  'proof by another issuer whom an order accepts',
  context =>
    withRotatingIssuer(context, async ({ issuer, key }) => {
      const { order } = await signedOrder(context)
      const accepts: readonly unknown[] = Array.isArray(order.accepts) ? order.accepts : []
      if (!accepts.includes(issuer.ocid)) notApplicable('The order does not accept the issuer `rotating`.')
      const responses: HttpResponse[] = []
      for (const as of [context.gateway, issuer])
        responses.push(await context.deliver(await proofSignedBy(context, issuer, key), { as }))
      // Either issuer may be unknown as a sender.
      const isRefused = responses.every(response => codeOf(response) === 'ISSUER_NOT_ACCEPTED')
      expectThat(!isRefused, `the order accepts ${issuer.ocid}, but its proof is refused`, {
        expected: 'no ISSUER_NOT_ACCEPTED',
        actual: responses.map(summary).join(', '),
      })
    }),
  { operations: ['orders.create', 'transfer.webhook'] },
)
