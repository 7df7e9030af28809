import { generatePrivateKey } from '../../protocol/keys.ts'
import type { Condition } from '../conditions.ts'
import type { Answer } from '../harness/answer.ts'
import { codeOf, isSuccess } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { foreignOcid, unpaidOrder } from './orders.ts'

/** A proof by an issuer that is not accepted, sent by that issuer and by an accepted one: both answers. */
export const fromUnaccepted = async (stage: Stage): Promise<Answer[]> => {
  const { gateway, gateway2 } = stage
  const answers = [gateway2, gateway].map(async as => {
    const proof = gateway2.proof(await unpaidOrder(stage))
    return stage.deliver(gateway2.signs(proof), { as })
  })
  return Promise.all(answers)
}

/** The answer that shows it: whoever sends may be unknown to the target, or not be the issuer. */
const unaccepted = async (stage: Stage): Promise<Answer> => {
  const [byItself, relayed] = await fromUnaccepted(stage)
  const answers = [byItself as Answer, relayed as Answer]
  return answers.find(one => codeOf(one) === 'ISSUER_NOT_ACCEPTED') ?? answers.find(isSuccess) ?? (byItself as Answer)
}

const wronglySigned = async (stage: Stage): Promise<Answer> => {
  const proof = stage.gateway.proof(await unpaidOrder(stage))
  return stage.deliver(stage.gateway.signs(proof, { key: generatePrivateKey() }))
}

const forAnother = async (stage: Stage): Promise<Answer> => {
  const order = await unpaidOrder(stage)
  const proof = stage.gateway.proof(order, { to: { ocid: foreignOcid(stage), reference: order.id } })
  return stage.deliver(stage.gateway.signs(proof))
}

/** Heading: POST /transfer/webhook. */
export const merchantConditions: readonly Condition[] = [
  {
    name: 'an issuer that is not accepted',
    operation: 'transfer.webhook',
    status: 400,
    code: 'ISSUER_NOT_ACCEPTED',
    provoke: unaccepted,
  },
  {
    name: 'a proof signature that does not verify',
    operation: 'transfer.webhook',
    status: 400,
    code: 'PROOF_SIGNATURE_INVALID',
    provoke: wronglySigned,
  },
  {
    name: 'a proof for another recipient',
    operation: 'transfer.webhook',
    status: 400,
    code: 'INVALID_PROOF',
    provoke: forAnother,
  },
]
