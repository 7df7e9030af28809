import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import {
  anotherCallback,
  anotherUser,
  decideTampered,
  unrequestedPermission,
} from '../../support/kyc/tampered-submission.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'callback-safety', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

const tamperings = {
  'submission with another callback address': anotherCallback,
  'submission for another user': anotherUser,
  'submission with a permission that was not requested': () => unrequestedPermission,
}

for (const [what, tamperingOf] of Object.entries(tamperings))
  clause(
    'CALLBACK-08',
    what,
    async context => {
      const { change, isTaken } = tamperingOf(context)
      const result = await decideTampered(context, change)
      expectThat(!isTaken(result), `a ${what} is accepted`, {
        expected: 'a refusal',
        actual: describeLanding(result.landing),
      })
    },
    { firstLook: true },
  )

/** A submission cannot change its request. Heading: GET /kyc/grant/{ocid}. */
export const callbackTampering = whereDeclared(suite)
