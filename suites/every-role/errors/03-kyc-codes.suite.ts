/** ERR-03 · A KYC provider's codes are from its list of ten. */

import { defineSuite } from '../../../harness/clause.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { kycCodes } from '../../../protocol/errors.ts'
import { collectRefusals, type Refusal } from '../../support/errors/refused-requests.ts'
import { sendEmptySubmission } from '../../support/kyc/invalid-requests.ts'
import { forOperations } from '../../support/parametrize.ts'

const { clause } = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

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
