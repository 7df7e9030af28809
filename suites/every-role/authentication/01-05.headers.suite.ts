import type { CheckContext } from '../../../harness/context.ts'
import { type Fault, withHeader, withLowerCaseNames, without } from '../../../harness/http/faults.ts'
import { isSuccess, type PendingResponse, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { authenticationHeaders } from '../../../protocol/request/request.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  expectExecutedAtMost,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'

const clauseOf = {
  'X-OC-ID': 'AUTH-02',
  'X-OC-Timestamp': 'AUTH-03',
  'X-OC-Nonce': 'AUTH-04',
  'X-OC-Signature': 'AUTH-05',
} as const

const expectRefusedWithoutEffect = async (context: CheckContext, operation: AuthenticatedOperation, tamper: Fault) => {
  await sendControl(context, operation)
  const body = await operation.body(context)
  await send(context, operation, body, { tamper }).expectRefused()
  await expectExecutedAtMost(context, { operation, body }, 0)
}

const expectExecuted = async (operation: AuthenticatedOperation, request: PendingResponse) => {
  await request.expectProcessed()
  const response = await request
  expectThat(operation.isExecution(response), 'a request is refused for one that its caller has not sent', {
    expected: 'accepted, as without the other one',
    actual: summary(response),
    at: response,
  })
}

/** Each of the four headers is required. Heading: Authentication. */
export const authenticationHeadersRequired = onEveryOperation('authentication', (clause, operation) => {
  const { name } = operation

  clause('AUTH-01', `${name} with the four headers`, async context => {
    await send(context, operation, operation.body(context)).expectProcessed()
  })
  clause('AUTH-01', `${name} with the names of the headers in lower case`, async context => {
    await sendControl(context, operation)
    await send(context, operation, operation.body(context), { tamper: withLowerCaseNames }).expectProcessed()
  })

  clause('AUTH-01', `${name} that was refused before, as somebody else had sent it`, async context => {
    await sendControl(context, operation)
    const body = await operation.body(context)
    const strangers = [{ key: generatePrivateKey() }, { as: context.nobody }, { tamper: without('X-OC-Signature') }]
    for (const stranger of strangers)
      if (isSuccess(await send(context, operation, body, stranger)))
        notApplicable('The target takes a request that its caller has not signed.')
    await expectExecuted(operation, send(context, operation, body))
  })

  for (const header of authenticationHeaders)
    clause(clauseOf[header], `${name} without ${header}`, context =>
      expectRefusedWithoutEffect(context, operation, without(header)),
    )

  clause('AUTH-05', `${name} with an empty X-OC-Signature`, context =>
    expectRefusedWithoutEffect(context, operation, withHeader('X-OC-Signature', '')),
  )
})
