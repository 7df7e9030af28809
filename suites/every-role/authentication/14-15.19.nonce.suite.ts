import type { CheckContext } from '../../../harness/context.ts'
import { without } from '../../../harness/http/faults.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { type Call, control, isDoneAtMost, onEveryCall, send } from '../../support/authenticated-operations.ts'

/** A request that was processed, and another of the same caller after it, so that more than the last nonce has to be kept. */
const processed = async (context: CheckContext, call: Call) => {
  const body = await call.body(context)
  const sendOptions = { nonce: context.fresh('n'), timestamp: context.now() - 1 }
  await send(context, call, body, sendOptions).asControl()
  await control(context, call)
  return { body, sendOptions }
}

const copies = 8
const rounds = 2

/** Copies of one request at the same moment: at most one of them is processed. */
const onlyOnce = async (context: CheckContext, call: Call): Promise<JsonObject> => {
  const body = await call.body(context)
  const sendOptions = { nonce: context.fresh('n'), timestamp: context.now() }
  const responses = await Promise.all(Array.from({ length: copies }, () => send(context, call, body, sendOptions)))
  const count = responses.filter(isSuccess).length
  expectThat(count <= 1, `${count} of ${copies} identical requests sent at once were processed`, {
    expected: 'one at most',
    actual: responses.map(summary).join(', '),
  })
  return body
}

/** A stranger sends the nonce first; the caller's own request with it is accepted all the same. */
const survives = async (context: CheckContext, call: Call, attack: Partial<SendOptions>) => {
  await control(context, call)
  const nonce = context.fresh('n')
  const attacked = await send(context, call, call.body(context), { nonce, ...attack })
  if (isSuccess(attacked)) notApplicable('The target accepts what the attacker sent (AUTH-05, AUTH-06).')
  await send(context, call, call.body(context), { nonce }).expectProcessed()
}

/** A request counts once. Heading: Authentication, X-OC-Nonce. */
export const authenticationNonce = onEveryCall('authentication-nonce', (clause, call) => {
  const name = call.operation

  clause('AUTH-14', `${name} replayed byte for byte`, async context => {
    const { body, sendOptions } = await processed(context, call)
    await send(context, call, body, sendOptions).expectRefusalWith('NONCE_REUSED')
    await isDoneAtMost(context, { call, body }, 1)
  })

  clause('AUTH-14', `${name} signed anew with a used nonce`, async context => {
    const { sendOptions } = await processed(context, call)
    const body = await call.body(context)
    const timestamp = context.now()
    await send(context, call, body, { ...sendOptions, timestamp }).expectRefusalWith('NONCE_REUSED')
    await isDoneAtMost(context, { call, body }, 0)
  })

  clause('AUTH-15', `${name} several times at the same moment`, async context => {
    await control(context, call)
    for (let round = 0; round < rounds; round++) {
      const body = await onlyOnce(context, call)
      await isDoneAtMost(context, { call, body }, 1)
    }
  })

  clause('AUTH-19', `${name} after its nonce came with a wrong signature`, context =>
    survives(context, call, { key: generatePrivateKey() }),
  )

  clause('AUTH-19', `${name} after its nonce came without a signature`, context =>
    survives(context, call, { tamper: without('X-OC-Signature') }),
  )
})
