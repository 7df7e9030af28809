import type { JsonObject } from '../protocol/json.ts'
import { generatePrivateKey } from '../protocol/keys.ts'
import { type Call, control, isDoneAtMost, onEveryCall, send } from './authenticated.ts'
import { without } from './harness/faults.ts'
import { holds, notApplicable } from './harness/outcome.ts'
import { isSuccess, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import type { Sending } from './harness/target.ts'

/** A request that was processed, and another of the same caller after it, so that more than the last nonce has to be kept. */
const processed = async (stage: Stage, call: Call) => {
  const body = await call.body(stage)
  const sending = { nonce: stage.fresh('n'), timestamp: stage.now() - 1 }
  await send(stage, call, body, sending).asControl()
  await control(stage, call)
  return { body, sending }
}

const copies = 8
const rounds = 2

/** Copies of one request at the same moment: at most one of them is processed. */
const onlyOnce = async (stage: Stage, call: Call): Promise<JsonObject> => {
  const body = await call.body(stage)
  const sending = { nonce: stage.fresh('n'), timestamp: stage.now() }
  const answers = await Promise.all(Array.from({ length: copies }, () => send(stage, call, body, sending)))
  const count = answers.filter(isSuccess).length
  holds(count <= 1, `${count} of ${copies} identical requests sent at once were processed`, {
    expected: 'one at most',
    actual: answers.map(summary).join(', '),
  })
  return body
}

/** A stranger sends the nonce first; the caller's own request with it is accepted all the same. */
const survives = async (stage: Stage, call: Call, attack: Partial<Sending>) => {
  await control(stage, call)
  const nonce = stage.fresh('n')
  const attacked = await send(stage, call, call.body(stage), { nonce, ...attack })
  if (isSuccess(attacked)) notApplicable('The target accepts what the attacker sent (AUTH-05, AUTH-06).')
  await send(stage, call, call.body(stage), { nonce }).processes()
}

/** A request counts once. Heading: Authentication, X-OC-Nonce. */
export const authenticationNonce = onEveryCall('authentication-nonce', (clause, call) => {
  const name = call.operation

  clause('AUTH-14', `${name} replayed byte for byte`, async stage => {
    const { body, sending } = await processed(stage, call)
    await send(stage, call, body, sending).refusesWith('NONCE_REUSED')
    await isDoneAtMost(stage, { call, body }, 1)
  })

  clause('AUTH-14', `${name} signed anew with a used nonce`, async stage => {
    const { sending } = await processed(stage, call)
    const body = await call.body(stage)
    const timestamp = stage.now()
    await send(stage, call, body, { ...sending, timestamp }).refusesWith('NONCE_REUSED')
    await isDoneAtMost(stage, { call, body }, 0)
  })

  clause('AUTH-15', `${name} several times at the same moment`, async stage => {
    await control(stage, call)
    for (let round = 0; round < rounds; round++) {
      const body = await onlyOnce(stage, call)
      await isDoneAtMost(stage, { call, body }, 1)
    }
  })

  clause('AUTH-19', `${name} after its nonce came with a wrong signature`, stage =>
    survives(stage, call, { key: generatePrivateKey() }),
  )

  clause('AUTH-19', `${name} after its nonce came without a signature`, stage =>
    survives(stage, call, { tamper: without('X-OC-Signature') }),
  )
})
