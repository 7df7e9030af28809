import { authenticationHeaders } from '../protocol/request.ts'
import { type Call, control, isDoneAtMost, onEveryCall, send } from './authenticated.ts'
import { type Fault, withHeader, without } from './harness/faults.ts'
import type { Stage } from './harness/stage.ts'

const rows = {
  'X-OC-ID': 'AUTH-02',
  'X-OC-Timestamp': 'AUTH-03',
  'X-OC-Nonce': 'AUTH-04',
  'X-OC-Signature': 'AUTH-05',
} as const

/** A correct request is accepted; the same with one fault is refused and not carried out. */
const refusedWithoutEffect = async (stage: Stage, call: Call, tamper: Fault) => {
  await control(stage, call)
  const body = await call.body(stage)
  await send(stage, call, body, { tamper }).isRefused()
  await isDoneAtMost(stage, { call, body }, 0)
}

/** The four headers, each of which has to be there. Heading: Authentication. */
export const authentication = onEveryCall('authentication', (clause, call) => {
  const name = call.operation

  clause('AUTH-01', `${name} with the four headers`, async stage => {
    await send(stage, call, call.body(stage)).processes()
  })

  for (const header of authenticationHeaders)
    clause(rows[header], `${name} without ${header}`, stage => refusedWithoutEffect(stage, call, without(header)))

  clause('AUTH-05', `${name} with an empty X-OC-Signature`, stage =>
    refusedWithoutEffect(stage, call, withHeader('X-OC-Signature', '')),
  )
})
