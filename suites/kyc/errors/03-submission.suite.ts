/** ERR-03 · A KYC provider's codes are from its list of ten. */

import { defineSuite } from '../../../harness/clause.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { kycCodes } from '../../../protocol/errors.ts'
import {
  anotherCallback,
  anotherUser,
  changeAfterControl,
  unrequestedPermission,
} from '../../support/kyc/tampered-submission.ts'
import { withEach } from '../../support/kyc/with-each.ts'

const { clause } = defineSuite({ id: 'submission-errors', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

// A submission may be answered with a page, which has no code.
clause('ERR-03', 'codes of changed submissions', async context => {
  const decideChanged = await changeAfterControl(context)
  const tamperings = {
    'with another callback address': anotherCallback(context),
    'for another user': anotherUser(context),
    'with a permission that was not requested': unrequestedPermission,
  }
  await withEach(context, Object.entries(tamperings), async ([what, { change }]) => {
    const response = (await decideChanged(change)).landing.responses.at(-1)
    const code = response && codeOf(response)
    const isDocumented = code === undefined || kycCodes.some(documented => documented === code)
    expectThat(isDocumented, `a submission ${what} is refused with a code that is not one of the ten`, {
      expected: kycCodes.join(', '),
      actual: code,
      ...(response ? { at: response } : {}),
    })
  })
})
