import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { answerOf, observeAnswers } from '../observations.ts'
import { type GrantRequest, isAdmitted, sendGrantControl, sendGrantRequest } from './grant-request.ts'

/** Describes the outcome of a request for permissions in the words of the vocabulary: accepted, or the refusal. */
export const grantOutcomeOf = (response: HttpResponse): string =>
  isAdmitted(response) ? 'accepted' : answerOf(response)

/** Observes the outcome of each changed request, after a correct one as a control. */
export const observeGrantRequests = async (
  context: CheckContext,
  requests: Readonly<Record<string, Partial<GrantRequest>>>,
): Promise<void> => {
  await sendGrantControl(context)
  const sent = Object.entries(requests).map(([what, changes]) => [what, sendGrantRequest(context, changes)] as const)
  await observeAnswers(context, Object.fromEntries(sent), grantOutcomeOf)
}
