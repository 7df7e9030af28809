import type { CheckContext } from '../../../harness/context.ts'
import { type Fault, withHeader, without } from '../../../harness/http/faults.ts'
import { authenticationHeaders } from '../../../protocol/request.ts'
import { type Call, control, isDoneAtMost, onEveryCall, send } from '../../support/authenticated-operations.ts'

const rows = {
  'X-OC-ID': 'AUTH-02',
  'X-OC-Timestamp': 'AUTH-03',
  'X-OC-Nonce': 'AUTH-04',
  'X-OC-Signature': 'AUTH-05',
} as const

/** A correct request is accepted; the same with one fault is refused and not carried out. */
const refusedWithoutEffect = async (context: CheckContext, call: Call, tamper: Fault) => {
  await control(context, call)
  const body = await call.body(context)
  await send(context, call, body, { tamper }).expectRefused()
  await isDoneAtMost(context, { call, body }, 0)
}

/** The four headers, each of which has to be there. Heading: Authentication. */
export const authentication = onEveryCall('authentication', (clause, call) => {
  const name = call.operation

  clause('AUTH-01', `${name} with the four headers`, async context => {
    await send(context, call, call.body(context)).expectProcessed()
  })

  for (const header of authenticationHeaders)
    clause(rows[header], `${name} without ${header}`, context => refusedWithoutEffect(context, call, without(header)))

  clause('AUTH-05', `${name} with an empty X-OC-Signature`, context =>
    refusedWithoutEffect(context, call, withHeader('X-OC-Signature', '')),
  )
})
