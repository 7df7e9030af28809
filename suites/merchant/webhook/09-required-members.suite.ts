/** WEBHOOK-09 · proof and signature are required; a proof without issuer, to, amount or currency is never accepted. */

import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { edit } from '../../support/edit.ts'
import { expectNotAccepted, payAsControl, payingProof, sendProofControl } from '../../support/merchant/proofs.ts'

const { clause } = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

const bodies: Record<string, (body: SignedProof, issuer: Issuer) => object> = {
  'no proof': ({ signature }) => ({ signature }),
  'no signature': ({ proof }) => ({ proof }),
  'signature null': ({ proof }) => ({ proof, signature: null }),
  'signature empty': ({ proof }) => ({ proof, signature: '' }),
  'proof null': ({ signature }) => ({ proof: null, signature }),
  'empty proof': (_body, issuer) => issuer.signs({}),
  ...Object.fromEntries(
    ['issuer', 'to', 'to.ocid', 'amount', 'currency'].map(path => [
      `proof without ${path}`,
      ({ proof }: SignedProof, issuer: Issuer) => issuer.signs(edit(proof, path, undefined)),
    ]),
  ),
}

for (const [title, change] of Object.entries(bodies))
  clause('WEBHOOK-09', title, async context => {
    await sendProofControl(context)
    const body = await payingProof(context)
    expectNotAccepted(await context.deliver(change(body, context.gateway)), title)
    await payAsControl(context, body)
  })
