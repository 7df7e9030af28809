import type { PreflightFinding } from '../../schemas/messages.ts'
import { codeOf, summary } from '../../suites/harness/sent.ts'
import type { Stage } from '../../suites/harness/stage.ts'
import { type Part, unlessBlocked } from './part.ts'

/** What a KYC provider says where the user or the requester was not registered. */
const unknown = new Set(['USER_NOT_FOUND', 'UNKNOWN_OCID', 'KYC_NOT_COMPLETE', 'GRANT_NOT_AUTHORIZED'])

/** Whether the user and the requester are registered at a KYC provider: asking for the page decides nothing. */
export const userFindings = (stage: Stage): Promise<Part> =>
  unlessBlocked(async () => {
    const { requester, user, session } = stage
    const query = new URLSearchParams({
      grants: 'name',
      user_ocid: String(user.ocid),
      callback_url: session.callbackUrl,
    })
    const answer = await stage.get(`/kyc/grant/${requester.ocid}?${query}`)
    const code = String(codeOf(answer) ?? '')
    if (unknown.has(code)) return { findings: [unregistered(stage, code)], stop: 2 }
    return {
      findings: [
        {
          name: 'users',
          ok: true,
          severity: 'info',
          message: `A request for consent is answered: ${summary(answer)}.`,
        },
      ],
    }
  }, 'users')

const unregistered = ({ requester, user }: Stage, code: string): PreflightFinding => ({
  name: 'users',
  ok: false,
  severity: 'error',
  message: `The target refuses a request by ${requester.ocid} for ${user.ocid} with ${code}.`,
  remedy:
    'Register the requesters and users that provisioning.json lists under kyc; the KYC of the first user is complete.',
})
