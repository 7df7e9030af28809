import type { CheckContext } from '../../../harness/context.ts'
import { withHeader, withLowerCaseNames, without } from '../../../harness/http/faults.ts'
import { isSuccess, type PendingResponse, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { authenticationHeaders } from '../../../protocol/request/request.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { unlessQuick } from '../../members/samples.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  expectRefusedWithoutEffect,
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

/** What a request is signed with in place of the header that it does not have. */
const optionOf = { 'X-OC-ID': 'ocid', 'X-OC-Timestamp': 'timestamp', 'X-OC-Nonce': 'nonce' } as const

/** What careless readers take for the text of a header that is not there. */
const textsOfNothing = ['', 'undefined', 'null', 'None']

/** Sends requests whose signature is right for a reader that misses nothing, as well: whoever signs knows what it leaves out. */
const expectRefusedWithout = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  header: keyof typeof clauseOf,
) => {
  const tamper = without(header)
  await sendControl(context, operation)
  await expectRefusedWithoutEffect(context, { operation, tamper })
  if (header === 'X-OC-Signature') return
  for (const text of unlessQuick(context, textsOfNothing))
    await send(context, operation, operation.body(context), { [optionOf[header]]: text, tamper }).expectRefused()
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
onEveryOperation('authentication', (clause, operation) => {
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
    clause(clauseOf[header], `${name} without ${header}`, context => expectRefusedWithout(context, operation, header))

  clause('AUTH-05', `${name} with an empty X-OC-Signature`, async context => {
    await sendControl(context, operation)
    await expectRefusedWithoutEffect(context, { operation, tamper: withHeader('X-OC-Signature', '') })
  })
})
