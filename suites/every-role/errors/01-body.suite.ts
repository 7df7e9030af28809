/**
 * ERR-01 · A JSON refusal of a documented operation carries an error object; message, code, details have their type
 * when present (string, string, object); code is there wherever the document names one; a KYC provider's has code and
 * message always. Pages for a browser (hosted page, consent page after the redirect) are not JSON; unknown paths:
 * ERR-05.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectJsonFits } from '../../../harness/http/expect-fits.ts'
import { codeOf, isClientError } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { refusalConditions } from '../../support/errors/refusal-conditions.ts'
import { collectRefusals, type Refusal, refusingOperations } from '../../support/errors/refused-requests.ts'
import { forOperations } from '../../support/parametrize.ts'

const { clause } = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

const expectErrorBody = (operation: OperationName, { what, isNamed, response }: Refusal) => {
  const isKyc = operations[operation].role === 'kyc'
  // Only a 400 must be JSON ("400: JSON Error for invalid parameters"); the document mentions no other status.
  if (isKyc && response.json === undefined && response.status !== 400) return
  const actual = response.json ?? ''
  expectJsonFits(response, 'error', `${operation} refused for ${what}`)
  if (isNamed || isKyc)
    expectThat(codeOf(response) !== undefined, `the refusal of ${operation} for ${what} has no code`, {
      expected: 'error.code',
      actual,
    })
  const message = memberOf(memberOf(response.json, 'error'), 'message')
  if (isKyc)
    expectThat(message !== undefined, `the refusal for ${what} has no message`, { expected: 'error.message', actual })
}

for (const operation of refusingOperations)
  clause(
    'ERR-01',
    `error body of ${operation}`,
    async context => {
      for (const refusal of await collectRefusals(context, operation)) expectErrorBody(operation, refusal)
    },
    forOperations(operation),
  )

// Each of these needs a separate account, so it is tried separately.
for (const { name, operation, provoke } of refusalConditions.filter(({ isCostly }) => isCostly))
  clause(
    'ERR-01',
    `error body of ${operation} refused for ${name}`,
    async context => {
      const response = await provoke(context)
      if (isClientError(response)) expectErrorBody(operation, { what: name, isNamed: true, response })
    },
    forOperations(operation),
  )
