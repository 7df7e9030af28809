/** ERR-04 · Errors leak nothing internal: no stack trace, file path, SQL, or secret. */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import { authenticatedOperations } from '../../support/authentication/authenticated-operations.ts'
import { findLeak, findStackTrace } from '../../support/errors/leaks.ts'
import {
  type RefusedRequest,
  refusedRequests,
  refusingOperations,
  sendAll,
} from '../../support/errors/refused-requests.ts'
import { forOperations } from '../../support/parametrize.ts'

const { clause } = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

const unreadableBodies = [
  '{"amount":',
  '',
  '['.repeat(2_000),
  '{"order":{"items":1},"from":1,"to":{},"amount":[]}',
] as const

/** Returns requests that a careless target refuses only deep in its own code. */
const withUnreadableBodies = (name: OperationName): RefusedRequest[] =>
  authenticatedOperations
    .filter(operation => operation.name === name)
    .flatMap(operation =>
      unreadableBodies.map(body => ({
        what: 'an unreadable body',
        isNamed: false,
        send: context => context.call(name, body, { as: operation.sender(context) }),
      })),
    )

for (const operation of refusingOperations)
  clause(
    'ERR-04',
    `nothing internal in errors of ${operation}`,
    async context => {
      const requests = [...refusedRequests(operation), ...withUnreadableBodies(operation)]
      for (const { what, response } of await sendAll(context, requests)) {
        const leak = isSuccess(response) ? undefined : findLeak(response.text ?? '', response.url)
        expectThat(leak === undefined, `the refusal of ${operation} for ${what} shows ${leak?.name}`, {
          expected: 'nothing internal',
          actual: leak?.text,
        })
      }
    },
    forOperations(operation),
  )

const ofRun = defineSuite({ id: 'errors-of-run', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

ofRun.clause(
  'ERR-04',
  'stack traces',
  async ({ run }) => {
    for (const refusal of run.seen.refusals) {
      const { text = '', status, method, url } = refusal
      const leak = findStackTrace(text)
      if (leak === undefined) continue
      fail(`a ${status} to ${method} ${new URL(url).pathname} shows ${leak.name}`, {
        expected: 'nothing internal',
        actual: leak.text,
        at: refusal,
        isProof: true,
      })
    }
  },
  { last: true },
)
