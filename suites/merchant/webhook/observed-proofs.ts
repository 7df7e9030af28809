import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { outcomeWord } from '../../support/merchant/proofs.ts'
import { observeAnswers } from '../../support/observations.ts'

/** Observes how proofs are answered. */
export const observeProofs = (
  context: CheckContext,
  requests: Record<string, PromiseLike<HttpResponse>>,
): Promise<void> => observeAnswers(context, requests, outcomeWord)
