import { defineSuite } from '../../../harness/clause.ts'
import { codeOf, expectJsonFits, isClientError } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { kycCodes } from '../../../protocol/errors.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { refusalConditions } from '../../support/errors/refusal-conditions.ts'
import { collectRefusals, type Refusal, refusingOperations } from '../../support/errors/refused-requests.ts'
import { sendEmptySubmission } from '../../support/kyc/invalid-requests.ts'
import { forOperations } from '../../support/parametrize.ts'

/** The body of an error, and the codes of a KYC provider. Headings: Error, Errors. */
const { clause } = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

const expectErrorBody = (operation: OperationName, { what, isNamed, response }: Refusal) => {
  const isKyc = operations[operation].role === 'kyc'
  // Only 400 has to be JSON ("400: JSON Error for invalid parameters"); the document shows no other status.
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

// Each of these needs an account of its own, so it is tried apart.
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

const expectKycCode = ({ what, response }: Omit<Refusal, 'isNamed'>) => {
  const code = codeOf(response)
  // A missing code fails ERR-01.
  const isDocumented = code === undefined || kycCodes.some(documented => documented === code)
  expectThat(isDocumented, `${what} is refused with a code that is not one of the ten`, {
    expected: kycCodes.join(', '),
    actual: code,
  })
}

clause(
  'ERR-03',
  'codes of kyc.grant',
  async context => {
    for (const refusal of await collectRefusals(context, 'kyc.grant')) expectKycCode(refusal)
    expectKycCode({ what: 'a submission without fields', response: await sendEmptySubmission(context) })
  },
  forOperations('kyc.grant'),
)
