import { generatePrivateKey } from '../../protocol/keys.ts'
import type { SignedProof } from '../../schemas/messages.ts'
import { edit } from '../edit.ts'
import { defineSuite } from '../harness/clause.ts'
import { insideOnly } from '../harness/inside.ts'
import type { Issuer } from '../harness/issuer.ts'
import { holds, notApplicable, same } from '../harness/outcome.ts'
import { codeOf } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { fromUnaccepted } from './conditions.ts'
import { foreignOcid, plainRequest, unpaidOrder } from './orders.ts'
import { control, isNotAccepted, isTaken, payingProof, pays, said } from './proofs.ts'

/** POST /transfer/webhook: what is taken and what is refused. Heading: POST /transfer/webhook. */
export const webhook = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhook

const isTakenAsDocumented = async (stage: Stage, body: SignedProof) => {
  const answer = await stage.deliver(body).accepts('webhook-response')
  same(member(answer, 'status'), 'accepted', 'the status')
  same(member(answer, 'txid'), body.proof.txid, 'the txid')
}

clause('WEBHOOK-01', 'proof for an unpaid order', async stage => isTakenAsDocumented(stage, await payingProof(stage)))

clause('WEBHOOK-01', 'proof with a memo', async stage => {
  const proof = stage.gateway.proof(await unpaidOrder(stage), { memo: 'Conformance proof' })
  await isTakenAsDocumented(stage, stage.gateway.signs(proof))
})

clause('WEBHOOK-01', 'proof for an order without optional members', async stage => {
  const order = plainRequest(stage)
  await stage.createOrder(order).asControl()
  await isTakenAsDocumented(stage, stage.gateway.signs(stage.gateway.proof(order)))
})

clause('WEBHOOK-02', 'issuer that is not accepted', async stage => {
  await control(stage)
  const answers = await fromUnaccepted(stage)
  for (const answer of answers) isNotAccepted(answer, 'a proof by an issuer that is not accepted')
  const isShown = answers.some(one => one.status === 400 && codeOf(one) === 'ISSUER_NOT_ACCEPTED')
  holds(isShown, 'neither its issuer nor an accepted one is told that the issuer is not accepted', {
    expected: '400 ISSUER_NOT_ACCEPTED',
    actual: answers.map(said).join(' to its issuer, to an accepted one '),
  })
  await control(stage)
})

clause('WEBHOOK-03', 'signed with another key', async stage => {
  const { gateway } = stage
  await control(stage)
  const order = await unpaidOrder(stage)
  const forged = gateway.signs(gateway.proof(order), { key: generatePrivateKey() })
  await stage.deliver(forged).refuses(400, 'PROOF_SIGNATURE_INVALID')
  await pays(stage, gateway.signs(gateway.proof(order)))
})

clause('WEBHOOK-03', 'changed after it was signed', async stage => {
  await control(stage)
  const body = await payingProof(stage)
  const changed = edit(body, 'proof.txid', stage.fresh('tx'))
  await stage.deliver(changed).refuses(400, 'PROOF_SIGNATURE_INVALID')
})

clause('WEBHOOK-03', 'signature of another proof', async stage => {
  const body = await payingProof(stage)
  await pays(stage, body)
  const another = await payingProof(stage)
  await stage.deliver({ ...another, signature: body.signature }).refuses(400, 'PROOF_SIGNATURE_INVALID')
})

clause('WEBHOOK-03', 'signed with the key of its sender', async stage => {
  const { gateway, gateway2 } = stage
  const relayed = await stage.deliver(await payingProof(stage), { as: gateway2 })
  if (!isTaken(relayed)) notApplicable('The target takes proofs from their issuers only.')
  const forged = gateway2.signs(gateway.proof(await unpaidOrder(stage)))
  await stage.deliver(forged, { as: gateway2 }).refuses(400, 'PROOF_SIGNATURE_INVALID')
})

clause('WEBHOOK-04', 'proof for another recipient', async stage => {
  const { gateway } = stage
  await control(stage)
  const order = await unpaidOrder(stage)
  for (const ocid of [foreignOcid(stage), gateway.ocid]) {
    const proof = gateway.proof(order, { to: { ocid, reference: order.id } })
    await stage.deliver(gateway.signs(proof)).refuses(400, 'INVALID_PROOF')
  }
  await pays(stage, gateway.signs(gateway.proof(order)))
})

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
  clause('WEBHOOK-09', title, async stage => {
    await control(stage)
    const body = await payingProof(stage)
    isNotAccepted(await stage.deliver(change(body, stage.gateway)), title)
    await pays(stage, body)
  })

const copies = 4
const rounds = 3

clause('WEBHOOK-10', 'different proofs of one order at the same moment', async stage => {
  await control(stage)
  for (let round = 0; round < rounds; round++) {
    const order = await unpaidOrder(stage)
    const proofs = Array.from({ length: copies }, () => stage.gateway.signs(stage.gateway.proof(order)))
    const answers = await Promise.all(proofs.map(body => stage.deliver(body)))
    const count = answers.filter(isTaken).length
    holds(count <= 1, `${count} of ${copies} different proofs of one order were accepted`, {
      expected: 'one at most',
      actual: answers.map(said).join(', '),
    })
  }
})

clause('WEBHOOK-15', 'what a paid order holds', async () => insideOnly('WEBHOOK-15'))
