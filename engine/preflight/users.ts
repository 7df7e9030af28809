import type { CheckContext } from '../../harness/context.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import { firstVisitHeaders } from '../../harness/pages/navigation-headers.ts'
import { type PreflightResult, problem, working, wrongSetUp } from './finding.ts'
import { unlessBlocked } from './unless-blocked.ts'

/** The codes with which a KYC provider refuses a user or requester that is not registered. */
const unregisteredCodes = new Set(['USER_NOT_FOUND', 'UNKNOWN_OCID', 'KYC_NOT_COMPLETE', 'GRANT_NOT_AUTHORIZED'])

/** Checks that a KYC provider knows the user and the requester, by asking for the consent page. */
export const userFindings = (context: CheckContext): Promise<PreflightResult> =>
  unlessBlocked(async () => {
    const { requester, user, run } = context
    const query = new URLSearchParams({
      grants: 'name',
      user_ocid: String(user.ocid),
      callback_url: run.callbackUrl,
    })
    const response = await context.get(`/kyc/grant/${requester.ocid}?${query}`, {
      headers: firstVisitHeaders(new URL(run.target.apiUrl)),
    })
    const code = String(codeOf(response) ?? '')
    return unregisteredCodes.has(code)
      ? wrongSetUp(unregistered(context, code))
      : { findings: [working('users', `A request for consent is answered: ${summary(response)}.`)] }
  }, 'users')

const unregistered = ({ requester, user }: CheckContext, code: string) =>
  problem(
    'users',
    `The target refuses a request by ${requester.ocid} for ${user.ocid} with ${code}.`,
    'Register the requesters and users that provisioning.json lists under kyc; the KYC of the first user is complete.',
  )
