import type { CheckContext } from '../../harness/context.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { type PreflightResult, unlessBlocked } from './result.ts'

/** What a KYC provider says where the user or the requester was not registered. */
const unknown = new Set(['USER_NOT_FOUND', 'UNKNOWN_OCID', 'KYC_NOT_COMPLETE', 'GRANT_NOT_AUTHORIZED'])

/** Whether the user and the requester are registered at a KYC provider: asking for the page decides nothing. */
export const userFindings = (context: CheckContext): Promise<PreflightResult> =>
  unlessBlocked(async () => {
    const { requester, user, run } = context
    const query = new URLSearchParams({
      grants: 'name',
      user_ocid: String(user.ocid),
      callback_url: run.callbackUrl,
    })
    const response = await context.get(`/kyc/grant/${requester.ocid}?${query}`)
    const code = String(codeOf(response) ?? '')
    if (unknown.has(code)) return { findings: [unregistered(context, code)], stop: 2 }
    return {
      findings: [
        {
          name: 'users',
          ok: true,
          severity: 'info',
          message: `A request for consent is answered: ${summary(response)}.`,
        },
      ],
    }
  }, 'users')

const unregistered = ({ requester, user }: CheckContext, code: string): PreflightFinding => ({
  name: 'users',
  ok: false,
  severity: 'error',
  message: `The target refuses a request by ${requester.ocid} for ${user.ocid} with ${code}.`,
  remedy:
    'Register the requesters and users that provisioning.json lists under kyc; the KYC of the first user is complete.',
})
